import Platform
import Testing

/// `compass runs replay`
@Suite struct ReplayTests {
    private func succeeded() async throws -> (Sandbox, run: Path) {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        let output = try await sandbox.compass("run", "video", "clip.mp4", "--json")
        #expect(output.status == 0, "\(output)")
        return (sandbox, try sandbox.run(output))
    }

    @Test("a replay from a stage runs it and those behind it, with the recorded outputs of those before")
    func replay() async throws {
        let (sandbox, run) = try await succeeded()
        let replayed = try await sandbox.compass("runs", "replay", run, "--from", "upload", "--json")
        #expect(replayed.status == 0, "\(replayed)")
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
        let missing = try await sandbox.compass("runs", "replay", run)
        #expect(
            missing.status == 2
                && missing.errors.hasPrefix("compass: `--from` is needed: a stage's id, one of detect-mime, "))
        let unknown = try await sandbox.compass("runs", "replay", run, "--from", "uplaod")
        #expect(unknown.status == 2)
        #expect(
            unknown.errors.hasPrefix(
                "compass: pipeline `video` has no stage `uplaod`; did you mean `upload`?\n"), "\(unknown)")
        #expect(try await sandbox.list("runs", "list").count == 1)
    }

    @Test("a replay is refused with a clear word when the artefacts of earlier stages are gone")
    func artefacts() async throws {
        let (sandbox, run) = try await succeeded()
        let id = Path(try #require(try await sandbox.list("documents", "list").first?["id"]?.string))
        _ = try await sandbox.compass("documents", "delete", id, "--yes")
        let output = try await sandbox.compass("runs", "replay", run, "--from", "notify")
        #expect(output.status == 1)
        #expect(
            output.errors.hasPrefix("compass: Run \(run) cannot be replayed:\n  - What stage `upload` made "),
            "\(output)")
        #expect(
            output.errors.contains(
                "  - The document that stage `create-version` made (\(id)) does not exist any more.\n"))
        #expect(try await sandbox.list("runs", "list").count == 1)
    }

    @Test("a replay with the latest definition is refused when that does not fit what was recorded")
    func definition() async throws {
        let (sandbox, run) = try await succeeded()
        try sandbox.write(
            "pipelines/video.yaml",
            """
            version: 1
            name: video
            inputs:
              type: { type: document-type, default: highlight_video }
            stages:
              - uses: detect-mime
              - id: check
                uses: validate-extension
              - uses: upload

            """)
        let refused = try await sandbox.compass("runs", "replay", run, "--from", "upload", "--with-latest")
        #expect(refused.status == 1)
        #expect(
            refused.errors == """
                compass: Run \(run) cannot be replayed:
                  - The definition has no stage `validate-extension` any more, which run \(run) had before the stage to start from.
                  - The definition has no stage `size-check` any more, which run \(run) had before the stage to start from.
                  - Run \(run) has no record of stage `check`: the definition has changed before the stage to start from.

                """)
        let pinned = try await sandbox.compass("runs", "replay", run, "--from", "upload")
        #expect(pinned.status == 0, "\(pinned)")
    }

    @Test("a replay from a stage that reads the file is refused when the file is gone")
    func fileGone() async throws {
        let (sandbox, run) = try await succeeded()
        try sandbox.write("clip.mp4", Samples.mp4(9))
        let output = try await sandbox.compass("runs", "replay", run, "--from", "upload")
        #expect(output.status == 1)
        #expect(output.errors.contains("clip.mp4 was overwritten since run \(run)."), "\(output)")
    }
}
