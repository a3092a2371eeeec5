import CompassTesting
import Diagnostics
import Documents
import Pipelines
import Platform
import Testing

@Suite struct PluginManifestTests {
    private static let good = """
        protocol: 1
        name: gpa
        version: 1.0.0
        summary: Reads a GPA.
        command: [./gpa.py, --strict]
        examples: [{ title: One., file: one.pdf }]
        """

    @Test("what a manifest leaves out has its default")
    func defaults() throws {
        let (manifest, issues) = PluginLoader.load(Array(Self.good.utf8), file: "plugin.yaml", folder: "gpa")
        #expect(issues.isEmpty)
        let found = try #require(manifest)
        #expect(found.commands.run == ["./gpa.py", "--strict"] && found.commands.probe == nil)
        #expect(found.effect == .none && found.readsContent && !found.commands.isPersistent)
        #expect(found.limits.timeout == TimeSpan(milliseconds: 60_000) && found.limits.memory == 1 << 30)
        #expect(!found.rights.network && found.rights.isSandboxed)
        #expect(found.spec.examples.first?.yaml == "uses: gpa")
    }

    @Test("everything that a manifest may say is read")
    func full() throws {
        let text =
            Self.good.replacing("examples: [{ title: One., file: one.pdf }]", with: "") + """
                description: More.
                effect: idempotent
                probe: [./gpa.py, probe]
                preview: [./gpa.py, preview]
                undo: [./gpa.py, undo]
                persistent: true
                content: false
                options:
                  min: { type: number, doc: The least., default: 2 }
                  scale: { type: string, doc: The scale., choices: [four, hundred], default: four }
                  key: { type: string?, doc: A key., secret: true }
                  size: { type: size, doc: A size., default: 2MB }
                  names: { type: list of string, doc: Names., default: [a] }
                needs: [mime-type, odd]
                gives: { gpa: { type: number, doc: The GPA. } }
                outputs: { pages: { type: "(list of integer)?", doc: Pages. } }
                timeout: 5s
                limits: { memory: 64MiB, processor: 2s, output: 1MB, file-size: 2MB, processes: 4, open-files: 32 }
                network: true
                environment: [LC_ALL]
                reads: [/usr/share/dict]
                writes: [/var/tmp]
                sandbox: false
                x-mine: anything
                examples:
                  - { title: Two., with: { min: 3.5, size: 1KB }, facts: { mime-type: a/b }, outputs: { gpa: 4 } }
                  - { title: Three., rejected: Too low. }
                  - { title: Four., failed: network }

                """
        let (manifest, issues) = PluginLoader.load(Array(text.utf8), file: "plugin.yaml", folder: "gpa")
        #expect(issues.sorted.map(\.message) == [])
        let found = try #require(manifest)
        #expect(found.commands[.undo] == ["./gpa.py", "undo"] && found.commands.isPersistent)
        #expect(found.options.map(\.name) == ["min", "scale", "key", "size", "names"])
        #expect(found.options[0].standard == .value(2) && found.options[2].standard == .value(.null))
        #expect(found.options[2].rules.acceptsSecret && found.options[3].standard == .value(2_000_000))
        #expect(found.needs.map(\.type) == [.string, .any])
        #expect(found.outputs.map(\.type) == [.list(.integer).orNull])
        #expect(found.limits.processes == 4 && found.limits.memory == 64 << 20)
        #expect(found.rights.environment == ["LC_ALL"] && !found.rights.isSandboxed)
        #expect(found.examples[0].settings["size"]?.constant == 1_000)
        #expect(found.spec.examples[0].yaml == "uses: gpa\nwith: {\"min\":3.5,\"size\":\"1KB\"}")
        #expect(found.examples[1].result == .rejected("Too low.") && found.examples[2].result == .failed(.network))
    }

    /// What is written in place of a line of the good one, or after it, and the messages.
    static let mistakes: [(text: String, messages: [String])] = [
        ("protocol: 2", ["`protocol` must be 1, and is 2"]),
        ("name: other", ["the plugin is named `other`, and its folder `gpa`"]),
        ("name: GPA", ["`name` must be spelled `[a-z][a-z0-9-]*`, and is `GPA`"]),
        ("version: 1.0", ["`version` must be a string, and is the number 1.0"]),
        ("summary: \"\"", ["`summary` is empty"]),
        ("command: ./gpa.py", ["`command` must be a list of strings, and is the string `./gpa.py`"]),
        ("command: []", ["`command` names no program"]),
        ("comand: [a]", ["a plugin has no key `comand`"]),
        ("examples: []", ["a plugin needs an example"]),
        ("probe: [./gpa.py]", ["`probe` is for plugins with an effect, and this has none"]),
        ("effect: transactional", ["`effect` must be `none`, `idempotent` or `irreversible`, and is `transactional`"]),
        ("timeout: 0s", ["`timeout` is no time at all"]),
        ("limits: { memory: 1B }", ["`memory` must be 1MB or more"]),
        ("limits: { memory: 1MB, output: 0B }", ["`output` must be 100B or more"]),
        ("timeout: 5", ["`timeout` must be a duration such as `30s`: `5` has no unit"]),
        ("options: { min: { type: float, doc: The least. } }", ["there is no type `float`"]),
        ("options: { min: { type: number } }", ["the option `min` is not given", "`min` needs the key `doc`"]),
        (
            "options: { min: { type: number, doc: The least., default: low } }",
            ["`default` must be a number, and is the string `low`"]
        ),
        (
            "options: { min: { type: number, doc: The least., choices: [a], default: 1 } }",
            ["`choices` is for texts, and this is of type number"]
        ),
        (
            "options: { min: { type: string, doc: The least., choices: [a, b, a] } }",
            ["`choices` has `a` twice"]
        ),
        ("options: { min: { type: number, doc: The least. } }", ["the option `min` is not given"]),
        (
            "gives: { a: { type: string, doc: A. } }\noutputs: { a: { type: string, doc: A. } }",
            ["`a` is among `gives` and `outputs`"]
        ),
        (
            "gives: { object-key: { type: string, doc: A. } }",
            ["`object-key` is what Compass itself finds out, and no plugin may give it"]
        ),
        (
            "gives: { sha256: { type: string, doc: A. }, size: { type: size, doc: B. } }",
            [
                "`sha256` is what Compass itself finds out, and no plugin may give it",
                "`size` is what Compass itself finds out, and no plugin may give it",
            ]
        ),
        (
            "gives: { pages: { type: string, doc: A. } }",
            ["`pages` is of type integer wherever it is given, and here of type string"]
        ),
        (
            "examples: [{ title: One., outputs: { a: 1 }, rejected: No. }]",
            ["an example ends in one way, and this has `outputs` and `rejected`"]
        ),
        ("examples: [{ title: One., outputs: { a: 1 } }]", ["the plugin has no output `a`"]),
        ("examples: [{ title: One., with: { a: 1 } }]", ["there is no option `a`"]),
        ("limits: { memory: lots }", ["`memory` must be a size such as `100MB`: `lots` is not a size"]),
        ("environment: [A-B]", ["`environment[0]` must be spelled `[A-Za-z_][A-Za-z0-9_]*`, and is `A-B`"]),
    ]

    @Test("a mistake is told where it stands", arguments: mistakes.indices)
    func mistake(_ index: Int) throws {
        let (text, messages) = Self.mistakes[index]
        let key = String(text.prefix { $0 != ":" }) + ":"
        let lines = Self.good.split(separator: "\n").filter { !$0.hasPrefix(key) }.joined(separator: "\n")
        let (manifest, issues) = PluginLoader.load(
            Array((lines + "\n" + text + "\n").utf8), file: "plugin.yaml", folder: "gpa")
        #expect(manifest == nil)
        #expect(issues.sorted.filter { $0.severity == .error }.map(\.message) == messages)
        #expect(issues.sorted.allSatisfy { $0.span != nil })
    }

    @Test("an empty file, another root and YAML that explodes are refused")
    func roots() {
        for text in ["", "[]", "a: &a [*a]", "\u{0}", String(repeating: "[", count: 10_000)] {
            let (manifest, issues) = PluginLoader.load(Array(text.utf8), file: "plugin.yaml", folder: "gpa")
            #expect(manifest == nil && issues.hasErrors, "\(text.prefix(20))")
        }
    }

    @Test("whatever of a manifest is cut or changed, it is read or refused")
    func fuzz() {
        var random = SystemRandomNumberGenerator()
        let good = Array(Self.good.utf8)
        for _ in 0..<(Nightly.isOn ? 2_000 : 150) {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[index] = .random(in: 0...255, using: &random)
                } else {
                    bytes.remove(at: index)
                }
            }
            let (manifest, issues) = PluginLoader.load(bytes, file: "plugin.yaml", folder: "gpa")
            #expect((manifest == nil) == issues.hasErrors)
        }
    }
}
