import CompassTesting
import Glibc
import Platform
import Testing

/// Quarantine that can only refer to a file, processes that die while they keep one, and words almost of a list.
@Suite struct QuarantineCornerTests {
    private let base = QuarantineTests()

    @Test("a file that is rejected again is held by the new run, with the same bytes")
    func rejectedAgain() async throws {
        let (sandbox, id) = try await base.rejected()
        try sandbox.write("pipelines/video.yaml", QuarantineTests.strict)
        let released = try await sandbox.compass("quarantine", "release", id, "--json", ending: 3)
        let second = try sandbox.run(released)
        let entries = try await sandbox.list("quarantine", "list", "--resolved")
        #expect(entries.map { $0["state"] } == ["held", "released"])
        #expect(entries.map { $0["id"]?.string } == [second.text, id.text])
        #expect(try sandbox.kept() == [Path(".compass/quarantine/\(second)/clip.mp4")])
        #expect(try sandbox.read(try #require(try sandbox.kept().first)) == Samples.mp4(1, payload: 5_000))
    }

    @Test("a file that could only be referred to is released while it is unchanged, and refused afterwards")
    func reference() async throws {
        let original = Path("/dev/shm/compass-\(Identifier.uuid()).mp4")
        defer { _ = original.withCString { unlink($0) } }
        try Files.replace(original, with: Samples.mp4(1, payload: 5_000))
        let (sandbox, id) = try await base.rejected(original, copyUpTo: "1B")
        let entry = try #require(try await sandbox.list("quarantine").first)
        #expect(entry["kept"]?["way"] == "reference", "\(entry.json)")
        try base.overwrite(original)
        try await sandbox.compass(
            "quarantine", "release", id, ending: 1,
            errors: .starts(
                "compass: \(original) was overwritten since run \(id), and only a reference to it was kept. "))
        _ = original.withCString { unlink($0) }
        let gone = try await sandbox.compass("quarantine", "release", id)
        #expect(gone.errors.hasPrefix("compass: \(original) was removed since run \(id), "), "\(gone)")
        #expect(try await sandbox.list("quarantine").count == 1)
    }

    @Test(
        "a run that is killed while its file is being kept leaves one entry with the whole file",
        arguments: ["quarantine.written", "quarantine.kept", "engine.before-finish"])
    func killedKeeping(failpoint: String) async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", QuarantineTests.strict)
        try sandbox.write("clip.mp4", Samples.mp4(1, payload: 5_000))
        try await sandbox.compass(
            ["run", "video", "clip.mp4"], environment: ["COMPASS_FAILPOINT=\(failpoint)"], ending: 128 + SIGKILL)
        #expect(try await sandbox.compass("runs", "resume").status == 3)
        let entry = try #require(try await sandbox.list("quarantine").first)
        let path = Path(try #require(entry["kept"]?["path"]?.string))
        #expect(try Files.read(path, limit: 1 << 20) == Samples.mp4(1, payload: 5_000))
        #expect(try await sandbox.list("quarantine").count == 1)
    }

    @Test("a kind of reason that is almost one of quarantine's is refused, and who has changed something is known")
    func near() async throws {
        let sandbox = try await Sandbox.films(1)
        try sandbox.write("bad.mp4", "no film")
        try #require(try await sandbox.compass("run", "video", "bad.mp4").status == 3)
        let kind = try #require(try await sandbox.list("quarantine", "list").first?["kind"]?.string)
        #expect(try await sandbox.list("quarantine", "list", "--kind", Path(kind)).count == 1)
        try await sandbox.compass(
            "quarantine", "list", "--kind", Path(kind + "s"), ending: 2, errors: .ends("Did you mean `\(kind)`?\n"),
            text: .equals(""))
        try #require(try await sandbox.compass("links", "create", "film0").status == 0)
        let actor = try #require(try await sandbox.list("audit", "list").first?["actor"]?.string)
        #expect(try await sandbox.list("audit", "list", "--actor", Path(actor)).count == 1)
        let nobody = try await sandbox.compass("audit", "list", "--actor", Path(actor + "x"))
        #expect(nobody.status == 2 && nobody.errors.contains("Did you mean `\(actor)`?"), "\(nobody)")
    }
}
