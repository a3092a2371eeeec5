import CompassTesting
import Glibc
import Platform
import Testing

/// What somebody does who has read nothing: from an empty folder to a document that is found, renamed, shared, replaced and
/// restored by its title.
@Suite struct EverydayTests {
    private static let film: Path = "pipelines/fixtures/clip.mp4"

    /// A sandbox whose folder is empty but for nothing at all.
    private static func empty() throws -> Sandbox {
        let sandbox = try Sandbox()
        for name in try Files.list(sandbox.folder) { TestFolder.remove(sandbox.folder.appending(name)) }
        return sandbox
    }

    @Test("two commands lead from nothing to a shared document")
    func fromNothing() async throws {
        let sandbox = try Self.empty()
        let made = try await sandbox.compass("init", "--owner", "jordan", "--name", "Jordan Reyes")
        #expect(made.status == 0, "\(made)")
        #expect(made.text == "This folder is a workspace now, with 11 pipelines.\n")
        #expect(made.errors.contains("compass run highlight-video pipelines/fixtures/clip.mp4 -i schools=stanford"))
        let run = try await sandbox.compass("run", "highlight-video", Self.film, "-i", "schools=stanford")
        #expect(run.status == 0, "\(run)")
        let line = try #require(try await sandbox.compass("documents", "list", "--json").lines.first)
        #expect(line["title"]?.string == "clip")
        #expect(line["owner"]?.string == "jordan")
        #expect(line["shared-with"]?.list?.compactMap(\.string) == ["stanford"])
    }

    @Test("a new workspace is in order: lint has nothing to say, and its pipelines pass their tests")
    func inOrder() async throws {
        let sandbox = try Self.empty()
        #expect(try await sandbox.compass("init", "--owner", "it's: #odd").status == 0)
        let lint = try await sandbox.compass("lint")
        #expect(lint.status == 0)
        #expect(lint.errors == "11 pipelines: no issues\n")
        let tests = try await sandbox.compass("test")
        #expect(tests.status == 0, "\(tests)")
        #expect(tests.text.hasSuffix(" 0 failed\n") || tests.text.contains(" 0 failed ("), "\(tests.text)")
        let schema = try await sandbox.compass("schema").text
        let written = try Files.read(sandbox.folder.appending("schema/pipeline.schema.json"), limit: 1 << 22)
        #expect(String(decoding: written, as: UTF8.self) == schema)
    }

    @Test("where the owner's id can be none, `init` leaves nothing")
    func wrongOwner() async throws {
        let sandbox = try Self.empty()
        let refused = try await sandbox.compass("init", "new", "--owner", "x\ny")
        #expect(refused.status == 2, "\(refused)")
        #expect(
            refused.errors.contains("`id` of the owner has the character U+000A, which no name may have"), "\(refused)")
        #expect(!Files.exists(sandbox.folder.appending("new")))
        let slash = try await sandbox.compass("init", "new", "--owner", "a/b")
        #expect(slash.status == 2, "\(slash)")
        #expect(slash.errors.contains("The id of a person has a `/`"), "\(slash)")
        #expect(!Files.exists(sandbox.folder.appending("new")))
    }

    @Test("init overwrites nothing, and makes the folder that it is told")
    func again() async throws {
        let sandbox = try Self.empty()
        try sandbox.write("schools.yaml", "mine")
        let refused = try await sandbox.compass("init")
        #expect(refused.status == 2)
        #expect(refused.errors.hasPrefix("compass: schools.yaml is there already, and nothing was written\n"))
        #expect(try Files.list(sandbox.folder).map(\.text) == ["schools.yaml"])
        let made = try await sandbox.compass("init", "deep/er", "--json")
        #expect(made.status == 0, "\(made)")
        #expect(try made.lines.first?["workspace"]?.string == "deep/er")
        #expect(try await sandbox.compass("-w", "deep/er", "documents", "list").status == 0)
    }

    @Test("what cannot be written whole is not left there by halves")
    func halves() async throws {
        let sandbox = try Self.empty()
        try sandbox.write("schema", "a file in the place of a folder")
        try Files.createFolders(sandbox.folder.appending("pipelines"))
        let refused = try await sandbox.compass("init")
        #expect(refused.status == 1, "\(refused)")
        #expect(
            refused.errors.hasPrefix(
                "compass: schema/pipeline.schema.json was not written, and so nothing is left there: "),
            "\(refused)")
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["pipelines", "schema"])
        #expect(try Files.list(sandbox.folder.appending("pipelines")).isEmpty)
    }

    @Test("what a killed `init` has left is finished by the next one")
    func killed() async throws {
        let sandbox = try Self.empty()
        let killed = try await sandbox.compass(
            "init", "new", "--owner", "jordan", environment: ["COMPASS_FAILPOINT=scaffold.written:5"])
        try #require(killed.status != 0)
        #expect(!Files.exists(sandbox.folder.appending("new/compass.yaml")), "the mark of a workspace comes last")
        // As one leaves it that was killed while it wrote a file.
        try sandbox.write("new/.compass-unfinished", "half of")
        let made = try await sandbox.compass("init", "new", "--owner", "maria")
        #expect(made.status == 0, "\(made)")
        #expect(!Files.exists(sandbox.folder.appending("new/.compass-unfinished")))
        let lint = try await sandbox.compass("-w", "new", "lint")
        #expect(lint.status == 0 && lint.errors == "11 pipelines: no issues\n", "\(lint)")
        #expect(String(decoding: try sandbox.read("new/compass.yaml"), as: UTF8.self).contains("maria"))
        let again = try await sandbox.compass("init", "new")
        #expect(again.status == 2, "it is whole now, and nothing is overwritten")
        #expect(
            again.errors.hasPrefix("compass: new/compass.yaml is there already, and nothing was written"), "\(again)")
    }

    @Test("while one `init` works in a folder, another does not mix into it")
    func atOnce() async throws {
        let sandbox = try Self.empty()
        let first = try await sandbox.start(stoppingAt: "scaffold.written", ["init", "--owner", "jordan"])
        let second = try await sandbox.compass("init", "--owner", "maria")
        #expect(
            second.status == 1
                && second.errors.hasPrefix("compass: Another process makes a workspace in . now. Wait for its end."),
            "\(second)")
        first.signal(SIGCONT)
        #expect(try await sandbox.end(of: first) == 0)
        #expect(String(decoding: try sandbox.read("compass.yaml"), as: UTF8.self).contains("jordan"))
        #expect(try await sandbox.compass("lint").status == 0)
    }

    @Test("a plugin may be begun anywhere, and makes no workspace; a pipeline is begun in one")
    func beginning() async throws {
        let sandbox = try Self.empty()
        let refused = try await sandbox.compass("new", "pipeline", "p")
        #expect(refused.status == 2 && refused.errors.contains("there is no workspace here"), "\(refused)")
        #expect(try Files.list(sandbox.folder).isEmpty)
        let stage = try await sandbox.compass("new", "stage", "s")
        #expect(stage.status == 2, "\(stage)")
        #expect(try Files.list(sandbox.folder).isEmpty)
        let plugin = try await sandbox.compass("new", "plugin", "min-words")
        #expect(plugin.status == 0 && plugin.errors.contains("compass init    compass new pipeline"), "\(plugin)")
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["plugins", "schema"])
        #expect(try await sandbox.compass("plugins", "check", "min-words").status == 0)
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["plugins", "schema"])
        #expect(try await sandbox.compass("init").status == 0, "what a plugin has brought is no obstacle")
        let unknown = try await sandbox.compass("new", "pipeline", "p", "--plugin", "min-wrods")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean `min-words`?"), "\(unknown)")
        #expect(!Files.exists(sandbox.folder.appending("pipelines/p.yaml")))
        #expect(try await sandbox.compass("new", "pipeline", "p", "--plugin", "min-words").status == 0)
    }

    @Test(
        "elsewhere every command says that there is no workspace, and makes no folder",
        arguments: [
            ["documents", "list"], ["run", "x", "y"], ["status"], ["doctor"], ["up"], ["serve"], ["watch", "x"],
            ["lint"],
            ["test"], ["plan", "x", "y"], ["runs", "list"], ["batches", "list"], ["quarantine", "list"],
            ["schools", "list"], ["uploads", "list"], ["links", "list"], ["users", "list"], ["audit", "list"],
            ["schedule", "next"], ["legal", "list"], ["tokens", "list"], ["sessions", "list"],
        ] as [[Path]])
    func elsewhere(command: [Path]) async throws {
        let sandbox = try Self.empty()
        let output = try await sandbox.compass(command)
        #expect(output.status == 2, "\(output)")
        #expect(
            output.errors.contains(
                "there is no workspace here or in a folder above; `compass init` makes one here, or name an existing one "
                    + "with -w"), "\(output)")
        #expect(output.text == "")
        #expect(try Files.list(sandbox.folder).isEmpty)
    }

    @Test("the workspace is found from a folder below it, and by COMPASS_WORKSPACE from anywhere")
    func found() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("a/b/clip.mp4", Samples.mp4(1))
        let below = try await sandbox.run(
            "/bin/sh", ["-c", "cd a/b && exec \"$0\" run video clip.mp4", Sandbox.program])
        #expect(below.status == 0, "\(below)")
        #expect(try Files.list(sandbox.folder.appending("a/b")).map(\.text) == ["clip.mp4"])
        let anywhere = try await sandbox.run(
            "/bin/sh", ["-c", "cd / && exec \"$0\" documents list --json", Sandbox.program],
            environment: ["COMPASS_WORKSPACE=\(sandbox.folder)"])
        #expect(try anywhere.lines.first?["title"]?.string == "clip", "\(anywhere)")
        let gone = try await sandbox.compass("documents", "list", environment: ["COMPASS_WORKSPACE=gone"])
        #expect(gone.errors == "compass: the workspace gone is not a folder; name an existing one with -w\n")
    }

    /// The commands of a day, and what they print on a terminal of that width.
    private static func day(_ sandbox: Sandbox, columns: Int) async throws -> [String: String] {
        var screens: [String: String] = [:]
        for command in [
            "documents list", "documents show 'clip'", "documents edit CLIP --title 'Fall Highlights of the Season'",
            "documents share 'fall highlights of the season' 'duke university, ucla'",
            "run highlight-video pipelines/fixtures/home.mov -i 'title=Fall Highlights of the Season'",
            "run highlight-video pipelines/fixtures/clip.mp4",
            "documents list --school 'Duke University'", "documents versions 'Fall Highlights of the Season'",
            "documents trash 'Fall Highlights of the Season'", "documents list --trashed",
            "documents restore 'Fall Highlights of the Season' --with-shares",
            "documents history 'Fall Highlights of the Season'",
            "documents download 'Fall Highlights of the Season' -o film.mp4", "schools list", "runs list",
            "backup day.tar", "restore day.tar moved", "-w moved documents list",
            "documents delete 'Fall Highlights of the Season' --yes", "documents stats",
        ] {
            screens[command] = try await sandbox.screen(command, columns: columns)
        }
        return screens
    }

    @Test(
        "a day's commands work by titles, and their tables fit the terminal", arguments: Nightly.isOn ? [80, 40] : [40])
    func day(columns: Int) async throws {
        let sandbox = try Self.empty()
        try #require(try await sandbox.compass("init", "--owner", "jordan").status == 0)
        try #require(try await sandbox.compass("run", "highlight-video", Self.film).status == 0)
        let screens = try await Self.day(sandbox, columns: columns)
        let renamed = try await sandbox.compass("notifications", "--json").lines.compactMap { $0["subject"]?.string }
        #expect(renamed.first == "New video: Fall Highlights of the Season", "\(renamed)")
        let fits = [" list", " versions", " show", " history", " stats", "restore", "trash", "backup", "edit"]
        for (command, screen) in screens where fits.contains(where: { command.contains($0) }) {
            // What has to be copied whole, such as a digest, stands alone.
            for line in screen.split(separator: "\n") where line.drop(while: { $0 == " " }).contains(" ") {
                #expect(line.count <= columns, "\(command): \(line)")
            }
        }
        let listed = try #require(screens["documents list --school 'Duke University'"])
        #expect(
            listed.contains(columns == 80 ? "Fall Highlights of the Season  " : "Fall Highlights of the"), "\(listed)")
        #expect(try #require(screens["documents versions 'Fall Highlights of the Season'"]).contains("v2"))
        // Broken where the terminal is narrow.
        let restored = try #require(screens["restore day.tar moved"]).split(whereSeparator: \.isWhitespace)
        #expect(restored.joined(separator: " ").contains("moved is a workspace now, as it was at 20"))
        #expect(try #require(screens["-w moved documents list"]).contains("Fall Highlights"))
        #expect(try await sandbox.compass("documents", "list").errors.hasPrefix("No documents yet\n"))
        #expect(Files.exists(sandbox.folder.appending("film.mp4")))
    }

    @Test("several documents go in one command, and none when one of them is unknown")
    func several() async throws {
        let sandbox = try Sandbox()
        for (index, name) in ["one", "two", "three"].enumerated() {
            try sandbox.write(Path("\(name).mp4"), Samples.mp4(UInt8(index)))
            try #require(try await sandbox.compass("run", "video", Path("\(name).mp4")).status == 0)
        }
        let unknown = try await sandbox.compass("documents", "trash", "one", "nobody")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("There is no document `nobody`."))
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 3)
        let trashed = try await sandbox.compass("documents", "trash", "one", "Two", "one")
        #expect(trashed.text == "one is in the trash.\ntwo is in the trash.\n")
        let shown = try await sandbox.compass("documents", "show", "one", "three", "--json").lines
        #expect(shown.count == 2)
        let refused = try await sandbox.compass("documents", "download", "one", "three", "-o", "both.mp4")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--output names one file for 2 documents; name a folder"))
        #expect(try await sandbox.compass("documents", "delete", "one", "three", "--yes").status == 0)
        #expect(try await sandbox.compass("documents", "restore", "two").status == 0)
    }
}
