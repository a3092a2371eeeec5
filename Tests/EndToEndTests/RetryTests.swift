import Platform
import Testing

/// `compass runs retry` and `replay`
@Suite struct RetryTests {
    private func failed() async throws -> (Sandbox, run: Path) {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()], texts: ["pipelines/video.yaml": Sandbox.sharing])
        let output = try await sandbox.compass("run", "video", "clip.mp4", "--json", ending: 3)
        return (sandbox, try sandbox.run(output))
    }

    @Test("a retry uses what still stands, does again what was taken back, and announces nothing twice")
    func retry() async throws {
        let (sandbox, run) = try await failed()
        #expect(try sandbox.objects() == [])
        _ = try await sandbox.compass("schools", "add", "duke", "Duke University")
        let retried = try await sandbox.compass("runs", "retry", run, "--json", ending: 0)
        let line = try #require(try retried.lines.first)
        #expect(line["attempt"] == 2 && line["origin"]?["kind"] == "retry")
        #expect(line["origin"]?["run"]?.string == run.text)
        let reused = line["stages"]?.list?.filter { $0["reused"] == true }.map { $0["id"] }
        #expect(reused == ["detect-mime", "validate-extension", "notify"])
        #expect(line["document"]?["shared-with"] == ["duke"])
        #expect(try sandbox.objects().count == 1)
        #expect(try await sandbox.list("documents", "list").map { $0["version"] } == [1])
        #expect(try sandbox.announced().count == 1)
        #expect(try await sandbox.list("quarantine").isEmpty, "the file got through")
        #expect(try sandbox.kept() == [])
        let shown = try #require(try await sandbox.list("runs", "show", run).first)
        #expect(shown["status"] == "rejected", "attempts are appended, never overwritten")
        #expect(shown["continuations"]?.list?.map { $0["run"] } == [line["run"]])
        #expect(try await sandbox.list("runs", "list", "--of", run).map { $0["run"] } == [line["run"]])
    }

    @Test("a retry is refused for a run that succeeded, that is unknown, or whose bytes are gone")
    func refused() async throws {
        let (sandbox, run) = try await failed()
        let unknown = try await sandbox.compass("runs", "retry", "01NONE", ending: 2)
        #expect(unknown.errors == "compass: There is no run `01NONE`. `compass runs list` shows them.\n")
        _ = try await sandbox.compass("quarantine", "discard", run, "--yes")
        try sandbox.write("clip.mp4", Samples.mp4(9))
        let gone = try await sandbox.compass("runs", "retry", run, ending: 1)
        #expect(
            gone.errors == """
                compass: Run \(run) cannot be retried:
                  - \(sandbox.folder)/clip.mp4 was overwritten since run \(run). If the present bytes are right, run them \
                with `compass run`.

                """)
        try sandbox.write("t.pdf", Samples.pdf())
        let good = try sandbox.run(try await sandbox.compass("run", "transcript", "t.pdf", "--json"))
        try await sandbox.compass(
            "runs", "retry", good, ending: 1,
            errors: .equals(
                "compass: Run \(good) succeeded, so there is nothing to retry. `compass runs replay \(good) --from "
                    + "STAGE` runs its stages from one that you choose again.\n"))
    }

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
