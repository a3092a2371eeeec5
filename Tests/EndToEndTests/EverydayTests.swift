import CompassTesting
import Glibc
import Platform
import Testing

/// What somebody does who has read nothing: from an empty folder to a document that is found, renamed, shared, replaced and
/// restored by its title.
@Suite struct EverydayTests {
    static let film: Path = "pipelines/fixtures/clip.mp4"

    /// A sandbox whose folder is empty but for nothing at all.
    static func empty() throws -> Sandbox {
        let sandbox = try Sandbox()
        for name in try Files.list(sandbox.folder) { TestFolder.remove(sandbox.folder.appending(name)) }
        return sandbox
    }

    @Test("two commands lead from nothing to a shared document")
    func fromNothing() async throws {
        let sandbox = try Self.empty()
        let made = try await sandbox.compass("init", "--owner", "jordan", "--name", "Jordan Reyes", ending: 0)
        #expect(made.text == "This folder is a workspace now, with 11 pipelines.\n")
        #expect(made.errors.contains("compass run highlight-video pipelines/fixtures/clip.mp4 -i schools=stanford"))
        try await sandbox.compass("run", "highlight-video", Self.film, "-i", "schools=stanford", ending: 0)
        let line = try #require(try await sandbox.compass("documents", "list", "--json").lines.first)
        #expect(line["title"]?.string == "clip")
        #expect(line["owner"]?.string == "jordan")
        #expect(line["shared-with"]?.list?.compactMap(\.string) == ["stanford"])
        // The same bytes once more: the share that is asked for besides is made, another title changes nothing, and is named.
        let shared = try await sandbox.compass("run", "highlight-video", Self.film, "-i", "schools=ucla", ending: 0)
        let added = "added to version 1 of `clip`, id ID; shared with stanford, ucla"
        #expect(VersionTests.told(shared) == [added], "\(shared)")
        let known = try await sandbox.compass("run", "highlight-video", Self.film, "-i", "schools=ucla", ending: 0)
        let nothing =
            "nothing to do: it has all that is asked for; version 1 of `clip`, id ID; shared with stanford, ucla"
        #expect(VersionTests.told(known) == [nothing], "\(known)")
        let titled = try await sandbox.compass("run", "highlight-video", Self.film, "-i", "title=Final", ending: 0)
        #expect(titled.text.contains("nothing to do: the same document as in run"), "\(titled)")
        #expect(
            titled.text.contains("; `title` stays as it is (`compass documents edit` changes the title)"), "\(titled)")
        let plan = try await sandbox.compass("plan", "highlight-video", Self.film, "-i", "title=Final", ending: 0)
        #expect(plan.text.contains("is this one's; `title` stays as it is (`compass documents edit`"), "\(plan)")
        let json = try await sandbox.compass("run", "highlight-video", Self.film, "-i", "title=Final", "--json")
        #expect(try json.lines.first?["not-taken"] == ["title"], "\(json)")
        let same = try await sandbox.compass("run", "highlight-video", Self.film, ending: 0)
        #expect(same.text.contains("nothing to do: the same document as in run"), "\(same)")
        let lines = try await sandbox.compass("documents", "list", "--json").lines
        #expect(lines.count == 1 && lines.first?["version"]?.integer == 1, "\(lines)")
        #expect(lines.first?["shared-with"]?.list?.compactMap(\.string) == ["stanford", "ucla"])
    }

    @Test("the same bytes once more are no version, whatever they are of and whatever the file is called")
    func sameBytes() async throws {
        let sandbox = try Self.empty()
        try await sandbox.compass("init", "--owner", "jordan", "--name", "Jordan Reyes", ending: 0)
        let files: [(pipeline: Path, file: Path)] = [
            ("transcript", "page.pdf"), ("resume", "page.pdf"), ("rec-letter", "page.pdf"),
            ("questionnaire", "page.pdf"), ("stats-sheet", "table.csv"),
        ]
        for (pipeline, file) in files {
            let bytes = try sandbox.read(Path("pipelines/fixtures/\(file)"))
            try sandbox.write(file, bytes)
            try await sandbox.compass("run", pipeline, file, ending: 0)
            try sandbox.write(Path("copy of \(file)"), bytes)
            let again = try await sandbox.compass("run", pipeline, Path("copy of \(file)"), ending: 0)
            #expect(again.text.contains("nothing to do: the same document as in run"), "\(again)")
        }
        let documents = try await sandbox.compass("documents", "list", "--json").lines
        #expect(documents.count == 5 && documents.allSatisfy { $0["version"]?.integer == 1 }, "\(documents)")
    }

    @Test("where the owner's id can be none, `init` leaves nothing")
    func wrongOwner() async throws {
        let sandbox = try Self.empty()
        let refused = try await sandbox.compass("init", "new", "--owner", "x\ny", ending: 2)
        #expect(
            refused.errors.contains("`id` of the owner has the character U+000A, which no name may have"), "\(refused)")
        #expect(!Files.exists(sandbox.folder.appending("new")))
    }

    @Test("init overwrites nothing, and makes the folder that it is told")
    func again() async throws {
        let sandbox = try Self.empty()
        try sandbox.write("schools.yaml", "mine")
        let refused = try await sandbox.compass("init", ending: 2)
        #expect(refused.errors.hasPrefix("compass: schools.yaml is there already, and nothing was written\n"))
        #expect(try Files.list(sandbox.folder).map(\.text) == ["schools.yaml"])
        let made = try await sandbox.compass("init", "deep/er", "--json", ending: 0)
        #expect(try made.lines.first?["workspace"]?.string == "deep/er")
        #expect(try await sandbox.compass("-w", "deep/er", "documents", "list").status == 0)
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
        try await sandbox.compass("init", "new", "--owner", "maria", ending: 0)
        #expect(!Files.exists(sandbox.folder.appending("new/.compass-unfinished")))
        try await sandbox.compass("-w", "new", "lint", ending: 0, errors: .equals("11 pipelines: no issues\n"))
        #expect(String(decoding: try sandbox.read("new/compass.yaml"), as: UTF8.self).contains("maria"))
        let again = try await sandbox.compass("init", "new")
        #expect(again.status == 2, "it is whole now, and nothing is overwritten")
        #expect(
            again.errors.hasPrefix("compass: new/compass.yaml is there already, and nothing was written"), "\(again)")
    }

    @Test("elsewhere every command says that there is no workspace, and makes no folder")
    func elsewhere() async throws {
        let sandbox = try Self.empty()
        let commands: [[Path]] = [
            ["documents", "list"], ["run", "x", "y"], ["status"], ["up"], ["lint"], ["doctor"], ["serve"],
            ["watch", "x"], ["test"], ["schedule", "next"],
        ]
        for command in commands.prefix(Nightly.isOn ? 10 : 5) {
            try await sandbox.compass(
                command, ending: 2,
                errors: .has(
                    "there is no workspace here or in a folder above; `compass init` makes one here, or name an existing one "
                        + "with -w"), text: .equals(""))
            #expect(try Files.list(sandbox.folder).isEmpty)
        }
    }

    @Test("the workspace is found from a folder below it, and by COMPASS_WORKSPACE from anywhere")
    func found() async throws {
        let sandbox = try Sandbox(["a/b/clip.mp4": Samples.mp4(1)])
        try await sandbox.run(
            "/bin/sh", ["-c", "cd a/b && exec \"$0\" run video clip.mp4", Sandbox.program], ending: 0)
        #expect(try Files.list(sandbox.folder.appending("a/b")).map(\.text) == ["clip.mp4"])
        let anywhere = try await sandbox.run(
            "/bin/sh", ["-c", "cd / && exec \"$0\" documents list --json", Sandbox.program],
            environment: ["COMPASS_WORKSPACE=\(sandbox.folder)"])
        #expect(try anywhere.lines.first?["title"]?.string == "clip", "\(anywhere)")
        let gone = try await sandbox.compass("documents", "list", environment: ["COMPASS_WORKSPACE=gone"])
        #expect(gone.errors == "compass: the workspace gone is not a folder; name an existing one with -w\n")
    }
}
