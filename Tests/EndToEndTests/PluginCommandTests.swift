import CompassTesting
import Glibc
import Platform
import Testing

@Suite struct PluginCommandTests {
    @Test(
        "a plugin begun in a language passes its checks and runs in a pipeline",
        arguments: ["bash", "python"].prefix(Nightly.isOn ? 2 : 1))
    func begin(language: String) async throws {
        let sandbox = try Sandbox()
        let made = try await sandbox.compass("new", "plugin", "min-words", "--language", Path(language))
        #expect(made.status == 0 && made.text.hasPrefix("plugins/min-words/plugin.yaml\n"), "\(made)")
        try await sandbox.compass("plugins", "check", "min-words", ending: 0, text: .ends(" passed, 0 failed\n"))
        try await sandbox.compass("new", "pipeline", "newsletters", "--plugin", "min-words", ending: 0)
        try await sandbox.compass("lint", ending: 0)
        try await sandbox.compass("test", ending: 0, text: .has("2 cases, 2 passed, 0 failed"))
        let run = try await sandbox.compass(
            "run", "newsletters", "pipelines/fixtures/newsletters.csv", "--json", ending: 0)
        let stages = try #require(try run.lines.first?["stages"]?.list)
        let stage = try #require(stages.first { $0["uses"] == "min-words" })
        #expect(stage["status"] == "succeeded" && stage["outputs"]?["words"] == 5, "\(stage.json)")
    }

    @Test(
        "a plugin may have the name of a module of Python",
        arguments: ["json", "email", "random"].prefix(Nightly.isOn ? 3 : 1))
    func modules(name: String) async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("new", "plugin", Path(name), "--language", "python").status == 0)
        try await sandbox.compass("plugins", "check", Path(name), ending: 0, text: .ends(" passed, 0 failed\n"))
    }

    @Test("the beginning of a plugin in Python reads a text in its encoding")
    func encodings() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("new", "plugin", "min-words").status == 0)
        for bytes in [
            Array("één twee drie\n".utf8), [0xEF, 0xBB, 0xBF] + Array("een twee drie".utf8),
            [0xE9] + Array("\u{6e} twee drie".utf8),
            [0xFF, 0xFE] + Array("een twee drie".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ] as [[UInt8]] {
            try sandbox.write("a.txt", bytes)
            let output = try await sandbox.compass(
                "plugins", "run", "min-words", "a.txt", "--with", "min-words: 3", "--json", ending: 0)
            #expect(try output.lines.first?["words"] == 3, "\(output)")
        }
    }

    @Test("nothing that is there is overwritten")
    func overwriting() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("new", "plugin", "mine").status == 0)
        try sandbox.write("plugins/mine/mine-plugin.py", "my own")
        for language in ["python", "bash", "swift"] as [Path] {
            try await sandbox.compass("new", "plugin", "mine", "--language", language, ending: 2)
        }
        #expect(String(decoding: try sandbox.read("plugins/mine/mine-plugin.py"), as: UTF8.self) == "my own")
        #expect(try await sandbox.compass("new", "pipeline", "p").status == 0)
        try await sandbox.compass("new", "pipeline", "p", ending: 2, errors: .has("pipelines/p.yaml is there already"))
        try await sandbox.compass("new", "stage", "s", ending: 2, errors: .has("compass new plugin s"))
    }

    @Test("a plugin that is broken is listed with the reason, and lint says it where it is used")
    func broken() async throws {
        let sandbox = try Sandbox(texts: ["plugins/odd/plugin.yaml": "protocol: 1\nname: odd\n"])
        try sandbox.write("pipelines/p.yaml", "version: 1\nname: p\nstages:\n  - uses: odd\n")
        let list = try await sandbox.compass("plugins", "--json", ending: 0)
        #expect(try list.lines.first?["usable"] == false)
        let lint = try await sandbox.compass("lint")
        #expect(lint.status == 2 && (lint.text + lint.errors).contains("p.yaml:4:11: error[broken-plugin]"), "\(lint)")
        let check = try await sandbox.compass("plugins", "check", "./plugins/odd", ending: 2)
        #expect(
            (check.text + check.errors).contains("error[missing-key]: a plugin needs the key `version`"), "\(check)")
        try await sandbox.compass("plugins", "show", "ood", ending: 2, errors: .has("there is no plugin `ood`"))
        let doctor = try await sandbox.compass("doctor", "--json")
        let findings = try doctor.lines
        #expect(findings.contains { $0["check"] == "plugin" && $0["state"] == "problem" })
        #expect(findings.contains { $0["check"] == "plugin-sandbox" && $0["state"] == "ok" }, "\(doctor)")
    }

    @Test("a plugin, by its name or its folder, is given one request, its answer is shown, and no state is made")
    func request() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("new", "plugin", "words").status == 0)
        try sandbox.write("a b.txt", "one two three four")
        for plugin in ["words", "./plugins/words"] as [Path] {
            try await sandbox.compass("plugins", "check", plugin, ending: 0)
            let good = try await sandbox.compass("plugins", "run", plugin, "a b.txt", "--json")
            #expect(good.status == 0 && good.text == "{\"words\":4}\n", "\(good)")
        }
        let few = try await sandbox.compass("plugins", "run", "words", "a b.txt", "--with", "min-words: 9")
        #expect(few.status == 3 && few.errors.contains("[too-few-words]"), "\(few)")
        let odd = try await sandbox.compass("plugins", "run", "words", "a b.txt", "--with", "min-word: 9")
        #expect(odd.status == 2 && (odd.text + odd.errors).contains("did you mean `min-words`?"), "\(odd)")
        try await sandbox.compass("plugins", "run", "words", "absent.txt", ending: 2)
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
    }

    @Test(
        "a plugin that changes while the service runs is used by the watched folders from then on",
        arguments: [true, false].prefix(Nightly.isOn ? 2 : 1))
    func changed(isPersistent: Bool) async throws {
        let sandbox = try Sandbox()
        let script = """
            import json, sys
            for line in sys.stdin:
                request = json.loads(line)
                print(json.dumps({"type": "result", "id": request["id"], "outputs": {"by": "BY"}}), flush=True)

            """
        func write(_ name: String) throws {
            try sandbox.write("plugins/who/who.py", script.replacing("BY", with: name))
        }
        try write("the first")
        try sandbox.write(
            "plugins/who/plugin.yaml",
            """
            protocol: 1
            name: who
            version: 1.0.0
            summary: Says which one it is.
            command: [/usr/bin/env, python3, ./who.py]
            persistent: \(isPersistent)
            outputs: { by: { type: string, doc: Its name. } }
            examples: [{ title: It says so., outputs: {} }]

            """)
        try sandbox.write(
            "pipelines/p.yaml",
            """
            version: 1
            name: p
            on:
              watch: { path: in, settle: 0s, rescan: 1h }
            stages:
              - uses: who

            """)
        try Files.createFolders(sandbox.folder.appending("in"))
        let process = try await sandbox.up()
        func said(of name: Path) async throws -> Value? {
            try sandbox.drop(Path("in").appending(name), Array(name.text.utf8))
            let run = try await process.entry("run-finished") { $0["file"]?.string?.hasSuffix(name.text) == true }
            #expect(run["status"] == "succeeded", "\(process.text)")
            let runs = try await sandbox.list("runs", "show", Path(run["run"]?.string ?? ""))
            return runs.first?["stages"]?.list?.first?["outputs"]?["by"]
        }
        #expect(try await said(of: "a.txt") == "the first")
        try write("the second")
        try await process.entry("reloaded") { $0["changed"] == "p" }
        #expect(try await said(of: "b.txt") == "the second")
        #expect(try await process.end(after: SIGTERM) == 0)
    }

    @Test("the plugins that come with the sources pass the conformance kit")
    func shipped() async throws {
        let sandbox = try Sandbox()
        let plugins = Path(#filePath).folder.appending("../../plugins").normalised
        for name in (["transcript-gpa", "media-facts"] as [Path]).prefix(Nightly.isOn ? 2 : 1) {
            try await sandbox.compass("plugins", "check", plugins.appending(name), ending: 0)
        }
    }

    @Test(
        "the pipelines among the examples of the plugins pass their tests",
        arguments: ["transcript-gpa", "media-facts"].prefix(Nightly.isOn ? 2 : 1))
    func shippedPipelines(name: String) async throws {
        let sandbox = try Sandbox()
        let plugin = Path(#filePath).folder.appending("../../plugins").normalised.appending(Path(name))
        // As the guide says: the plugin among the workspace's, its example among the pipelines.
        try Files.createFolders(sandbox.folder.appending("plugins"))
        for (from, to) in [(plugin, "plugins/"), (plugin.appending("examples/."), "pipelines/")] as [(Path, Path)] {
            #expect(try ChildProcess("/bin/cp", ["-r", from, sandbox.folder.appending(to)]).wait().status == 0)
        }
        let lint = try await sandbox.compass("lint")
        #expect(lint.status == 0 && lint.text.contains("no issues") || lint.text.isEmpty, "\(lint)")
        let tests = try await sandbox.compass("test", ending: 0, text: .has(" 0 failed"))
        #expect(!tests.text.hasPrefix("0 cases"), "\(tests)")
    }
}
