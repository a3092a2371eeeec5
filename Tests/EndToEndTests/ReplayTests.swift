import Platform
import Testing

/// `compass runs replay`
@Suite struct ReplayTests {
    private func succeeded() async throws -> (Sandbox, run: Path) {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let output = try await sandbox.compass("run", "video", "clip.mp4", "--json", ending: 0)
        return (sandbox, try sandbox.run(output))
    }

    @Test("a replay from a stage runs it and those behind it, with the recorded outputs of those before")
    func replay() async throws {
        let (sandbox, run) = try await succeeded()
        let replayed = try await sandbox.compass("runs", "replay", run, "--from", "upload", "--json", ending: 0)
        let line = try #require(try replayed.lines.first)
        #expect(line["attempt"] == 2 && line["origin"]?["kind"] == "replay")
        let stages = line["stages"]?.list ?? []
        #expect(
            stages.filter { $0["reused"] == true }.map { $0["id"] } == [
                "detect-mime", "validate-extension", "size-check",
            ])
        #expect(line["document"]?["version"] == 2)
        #expect(try sandbox.objects().count == 2)
    }

    @Test("a replay is refused when a stage is unknown or missing, and nothing is done")
    func usage() async throws {
        let (sandbox, run) = try await succeeded()
        try await sandbox.compass(
            "runs", "replay", run, ending: 2,
            errors: .starts("compass: `--from` is needed: a stage's id, one of detect-mime, "))
        try await sandbox.compass(
            "runs", "replay", run, "--from", "uplaod", ending: 2,
            errors: .starts("compass: pipeline `video` has no stage `uplaod`; did you mean `upload`?\n"))
        #expect(try await sandbox.list("runs", "list").count == 1)
    }
}
