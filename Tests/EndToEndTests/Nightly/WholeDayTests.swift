import CompassTesting
import Glibc
import Platform
import Testing

/// A whole day's commands, and workspaces that are begun under odd circumstances.
@Suite struct WholeDayTests {
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

    @Test("a new workspace is in order: lint has nothing to say, and its pipelines pass their tests")
    func inOrder() async throws {
        let sandbox = try EverydayTests.empty()
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

    @Test("what cannot be written whole is not left there by halves")
    func halves() async throws {
        let sandbox = try EverydayTests.empty()
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

    @Test("while one `init` works in a folder, another does not mix into it")
    func atOnce() async throws {
        let sandbox = try EverydayTests.empty()
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

    @Test(
        "a day's commands work by titles, and their tables fit the terminal", arguments: [80, 40])
    func day(columns: Int) async throws {
        let sandbox = try EverydayTests.empty()
        try #require(try await sandbox.compass("init", "--owner", "jordan").status == 0)
        try #require(try await sandbox.compass("run", "highlight-video", EverydayTests.film).status == 0)
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
}
