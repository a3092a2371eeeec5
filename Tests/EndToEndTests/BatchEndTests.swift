import Glibc
import Platform
import Testing

/// Batches that end before all of their items have.
@Suite(.timeLimit(.minutes(4))) struct BatchEndTests {
    /// A workspace with `nightly-sweep`.
    private static func sandbox(changing change: (String) -> String = { $0 }) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.ship(["nightly-sweep"], changing: change)
        return sandbox
    }

    @Test("after Ctrl-C a batch goes on where it stopped, and no run was cancelled")
    func interrupted() async throws {
        let sandbox = try Self.sandbox {
            $0.replacing("size-check", with: "size-check\n    with: { max: 10GB }")
        }
        try sandbox.write("inbox/u6/highlight_video/a.mp4", Samples.mp4(1))
        // Sparse: reading it costs time, storing it does not fill the disk before the signal comes.
        let long = sandbox.folder.appending("inbox/u7/highlight_video/long.mp4")
        try sandbox.write("inbox/u7/highlight_video/long.mp4", [])
        let header: [UInt8] = Array(Samples.mp4(payload: 0).dropLast(8))
        let boxed = header + [0, 0, 0, 0] + Array("mdat".utf8)
        try Files.replace(long, with: boxed)
        #expect(long.withCString { truncate($0, 512 << 20) } == 0)
        // One after the other: the first file is done when the upload of the long one goes on.
        let streams = try [Sandbox.scratch(), Sandbox.scratch()]
        let child = try await sandbox.start(
            stoppingAt: Sandbox.uploading, ["run", "nightly-sweep", "--workers", "1"], output: .file(streams[0]),
            errors: .file(streams[1]))
        child.signal(SIGINT)
        child.signal(SIGCONT)
        #expect(try await sandbox.end(of: child) == 130)
        let texts = try streams.map { stream in
            String(decoding: try stream.bytes(at: 0, count: Int(try stream.status().size)), as: UTF8.self)
        }
        let (text, errors) = (texts[0], texts[1])
        let left = try #require(try await sandbox.list("batches", "list").first)
        #expect(left["status"] == "running")
        let id = try #require(left["batch"]?.string)
        // The next file may begin before the end of the first one is counted.
        let unfinished = [0, 1].map { done in
            "compass: batch \(id) is not finished: \(done) of 2 files done. `compass up`, `compass runs resume` or the same "
                + "command again resumes it; `compass batches cancel \(id)` cancels it"
        }
        #expect(unfinished.contains { errors.contains($0) }, "\(errors)")
        #expect(!text.contains("1 file:") && !text.contains("nothing to do"), "\(text)")
        // What takes long is made short, so that the rest of the test does not.
        #expect(long.withCString { truncate($0, 0) } == 0)
        let resumed = try await sandbox.compass("run", "nightly-sweep", "--json")
        let batch = try #require(try resumed.lines.last)
        #expect(batch["status"] == "rejected", "\(resumed)")
        #expect(batch["counts"] == ["succeeded": 1, "rejected": 1], "\(resumed)")
    }

    @Test("a batch that was interrupted is given up, durably: nothing goes on with it, and a new one may begin")
    func cancelled() async throws {
        let sandbox = try Self.sandbox()
        for seed in 0..<6 {
            try sandbox.write(Path("inbox/u7/highlight_video/clip\(seed).mp4"), Samples.mp4(UInt8(seed)))
        }
        // One after the other, or all may be stored before the second one's end is counted.
        _ = try await sandbox.compass(
            "run", "nightly-sweep", "--workers", "1", environment: ["COMPASS_FAILPOINT=batch.item-ended:2"])
        let left = try #require(try await sandbox.list("batches", "list").first)
        let batch = Path(try #require(left["batch"]?.string))
        let stored = try sandbox.objects().count
        #expect(stored < 6)
        let output = try await sandbox.compass("batches", "cancel", batch, "--json", ending: 0)
        #expect(try output.lines.last?["status"] == "cancelled", "\(output)")
        #expect(try output.lines.last?["batch"] == .string("\(batch)"))
        let again = try await sandbox.compass("batches", "cancel", batch, ending: 1)
        #expect(again.errors.contains("Batch \(batch) has ended already: cancelled"), "\(again)")
        try await sandbox.compass("batches", "cancel", "01NONE", ending: 2, errors: .has("There is no batch `01NONE`"))
        try await sandbox.compass("batches", "show", batch, text: .has("batch \(batch): cancelled"))
        #expect(try await sandbox.list("batches", "list").map { $0["status"] } == ["cancelled"])

        let resumed = try await sandbox.compass("runs", "resume")
        #expect(!resumed.text.contains("batch"), "\(resumed)")
        #expect(try await sandbox.list("runs", "list").allSatisfy { $0["status"] != "running" })
        #expect(try await sandbox.list("documents", "list").count < 6)
        let next = try await sandbox.compass("run", "nightly-sweep", "--json", ending: 0)
        #expect(try next.lines.last?["batch"] != .string("\(batch)"))
        #expect(try await sandbox.list("documents", "list").count == 6)
    }

    @Test("a batch is given up although the command that does it dies at once")
    func cancelledAndKilled() async throws {
        let sandbox = try Self.sandbox()
        for seed in 0..<3 {
            try sandbox.write(Path("inbox/u7/highlight_video/clip\(seed).mp4"), Samples.mp4(UInt8(seed)))
        }
        // One after the other, or one transaction may begin all of them.
        _ = try await sandbox.compass(
            "run", "nightly-sweep", "--workers", "1", environment: ["COMPASS_FAILPOINT=engine.run-started"])
        let batch = Path(try #require(try await sandbox.list("batches", "list").first?["batch"]?.string))
        try await sandbox.compass(
            "batches", "cancel", batch, environment: ["COMPASS_FAILPOINT=batch.cancelled"], ending: 128 + SIGKILL)
        let begun = try await sandbox.list("runs", "list").count
        #expect(begun < 3)
        let resumed = try await sandbox.compass("runs", "resume")
        #expect(!resumed.text.contains("batch \(batch)"), "\(resumed)")
        #expect(try await sandbox.list("batches", "list").map { $0["status"] } == ["cancelled"])
        let runs = try await sandbox.list("runs", "list")
        #expect(runs.count == begun && runs.allSatisfy { $0["status"] != "running" }, "\(runs)")
    }

    @Test("a batch that goes on in another process is given up: its runs are cancelled, and no further one begins")
    func cancelledElsewhere() async throws {
        let sandbox = try Sandbox()
        // One waits an hour for its second try, and the others for it.
        try sandbox.write(
            "pipelines/slow.yaml",
            Sandbox.waiting
                + "source: { files: { glob: 'inbox/*' } }\nconcurrency: { group: all, limit: 1, when-full: queue }\n")
        let header: [UInt8] = Array(Samples.mp4(payload: 0).dropLast(8))
        for number in 0..<3 {
            let name = Path("inbox/long\(number).mp4")
            try sandbox.write(name, header + [0, 0, 0, 0] + Array("mdat".utf8))
            #expect(sandbox.folder.appending(name).withCString { truncate($0, (300 << 20) + number) } == 0)
        }
        let child = try await sandbox.start(stoppingAt: "engine.waiting", ["run", "slow", "--json"])
        child.signal(SIGCONT)
        let batch = Path(try #require(try await sandbox.list("batches", "list").first?["batch"]?.string))
        let output = try await sandbox.compass("batches", "cancel", batch)
        if output.status != 0 { child.signal(SIGKILL) }
        #expect(output.status == 0, "\(output)")
        #expect(output.text == "Cancelled batch \(batch); its runs: 1 cancelled.\n", "\(output)")
        #expect(try await sandbox.end(of: child) == 1)
        let shown = try #require(try await sandbox.list("batches", "show", batch).first)
        #expect(shown["status"] == "cancelled", "\(shown)")
        #expect(shown["counts"] == ["cancelled": 1], "\(shown)")
        #expect(try sandbox.objects().isEmpty)
    }
}
