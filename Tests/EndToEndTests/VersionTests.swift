import Platform
import Testing

/// Which files become versions of which documents, and what `compass run` says of it.
@Suite struct VersionTests {
    /// What stands behind a file's name in the output of `run`, without the time and the ids.
    static func told(_ output: Sandbox.Output) -> [String] {
        output.text.split(separator: "\n").filter { $0.contains(": succeeded  ") }.map { line in
            let rest = line.split(separator: ": succeeded  ")[1].split(separator: "  (")[0]
            return String(rest).replacing(/id [0-9a-f]{8}-[0-9a-f]{4}[0-9a-f-]*/, with: "id ID")
        }
    }

    static func versions(_ sandbox: Sandbox, _ name: Path) async throws -> [Int64] {
        try await sandbox.compass("documents", "versions", name, "--json").lines.compactMap { $0["version"]?.integer }
    }

    @Test("run tells the version, the title, whether the document is new or the bytes are the same, and the id")
    func told() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)])
        let first = try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=ucla")
        #expect(Self.told(first) == ["version 1 of `clip`, a new Highlight Video, id ID; shared with ucla"], "\(first)")
        let same = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(
            Self.told(same) == ["version 2 of `clip` (same bytes as version 1), id ID; shared with ucla"], "\(same)")
        try sandbox.write("clip.mp4", Samples.mp4(2))
        let new = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(Self.told(new) == ["version 3 of `clip`, with new bytes, id ID; shared with ucla"], "\(new)")
        let id = try #require(new.text.firstMatch(of: /id ([0-9a-f-]+)/)).1
        let shown = try await sandbox.compass("documents", "show", Path(String(id)), "--json").lines
        #expect(shown.first?["version"]?.integer == 3)
        let versions = try await sandbox.list("documents", "versions", Path(String(id)))
        #expect(versions.map { $0["version"] } == [3, 2, 1] && versions.map { $0["current"] } == [true, false, false])
    }

    @Test("different files with one given title are refused by run and plan, and nothing is stored")
    func refused() async throws {
        let sandbox = try Sandbox()
        for name in ["a", "b", "c"] { try sandbox.write(Path("\(name).mp4"), Samples.mp4(name.utf8.first ?? 0)) }
        for command in ["run", "plan"] as [Path] {
            try await sandbox.compass(
                command, "video", "a.mp4", "b.mp4", "c.mp4", "-i", "title=Fall Highlights", ending: 2,
                errors: .starts(
                    "compass: a.mp4, b.mp4 and c.mp4 would become versions of one document, `Fall Highlights`: give each "
                        + "file a title of its own, or say `dedup: { on-duplicate: version }` in pipeline `video` if they "
                        + "are versions of it\n"))
        }
        #expect(try sandbox.objects() == [])
        try await sandbox.compass("run", "video", "a.mp4", "b.mp4", ending: 0)
        let twice = try await sandbox.compass("run", "video", "c.mp4", "./c.mp4", "-i", "title=C")
        #expect(twice.status == 0, "one file is not different from itself: \(twice)")
    }

    @Test("--document adds a version by title or id, whatever the file is called, and what is announced has its title")
    func document() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1), "recut.mp4": Samples.mp4(2)])
        let first = try await sandbox.compass("run", "video", "clip.mp4", "--json").lines
        let id = Path(try #require(first.first?["document"]?["id"]?.string))
        let plan = try await sandbox.compass("plan", "video", "recut.mp4", "--document", "CLIP")
        #expect(plan.text.contains("+ create-version: version 2 of `clip`, with new bytes"), "\(plan)")
        let second = try await sandbox.compass("run", "video", "recut.mp4", "--document", "CLIP")
        #expect(Self.told(second) == ["version 2 of `clip`, with new bytes, id ID"], "\(second)")
        _ = try await sandbox.compass("documents", "edit", id, "--title", "Reel")
        let third = try await sandbox.compass("run", "video", "clip.mp4", "-d", id)
        #expect(Self.told(third) == ["version 3 of `Reel` (same bytes as version 1), id ID"], "\(third)")
        #expect(try await Self.versions(sandbox, id) == [3, 2, 1])
        let log = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(log.contains("New: Reel"))
    }

    @Test("what --document cannot be is refused with the reason, and nothing is stored")
    func refusedDocument() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1), "grades.pdf": Samples.pdf(1)])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let objects = try sandbox.objects()
        let table: [(arguments: [Path], status: Int32, message: String)] = [
            (
                ["transcript", "grades.pdf", "-d", "clip"], 2,
                "compass: `clip` is a Highlight Video, and pipeline `transcript` makes a Transcript\n"
            ),
            (
                ["video", "clip.mp4", "-d", "clip", "-i", "title=Other"], 2,
                "compass: the document is called `clip`, and its new version would be called `Other`: leave the title out, "
                    + "or give the document that title first\n"
            ),
            (
                ["video", "-d", "clip"], 2,
                "compass: name the file that is the new version of `clip`, behind the pipeline\n"
            ),
            (
                ["video", "clip.mp4", "grades.pdf", "-d", "clip"], 2,
                "compass: clip.mp4 and grades.pdf would become versions of one document, `clip`: give one file at a time, "
                    + "or say `dedup: { on-duplicate: version }` in pipeline `video` if they are versions of it\n"
            ),
            (["video", "clip.mp4", "-d", "nothing"], 2, "compass: There is no document `nothing`."),
        ]
        for (arguments, status, message) in table {
            let output = try await sandbox.compass(["run"] + arguments)
            #expect(output.status == status && output.errors.hasPrefix(message), "\(output)")
        }
        _ = try await sandbox.compass("documents", "trash", "clip")
        let trashed = try await sandbox.compass("run", "video", "clip.mp4", "-d", "clip")
        #expect(trashed.errors.hasPrefix("compass: `clip` (version 1) is in the trash."), "\(trashed)")
        #expect(try sandbox.objects() == objects)
    }
}
