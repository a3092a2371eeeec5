import Glibc
import Platform
import Testing

/// Ctrl-C, and readers that go away.
@Suite(.timeLimit(.minutes(4))) struct InterruptionTests {
    @Test(
        "a signal during an upload ends with its exit status, and nothing half-stored is left",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video", max: "10GB"))
        // Sparse: reading it costs time, storing it does not fill the disk before the signal comes.
        try sandbox.write("long.mp4", Samples.mp4())
        #expect(sandbox.folder.appending("long.mp4").withCString { truncate($0, 6 << 30) } == 0)
        let child = try await sandbox.start(stoppingAt: Sandbox.uploading, ["run", "video", "long.mp4"], output: .pipe)
        child.signal(signal)
        child.signal(SIGCONT)
        let (exit, output) = try await Sandbox.pool.run {
            let text = try #require(child.output).readToEnd(limit: 1 << 20)
            return (try child.wait(), String(decoding: text, as: UTF8.self))
        }
        #expect(exit.status == status, "\(output)")
        #expect(output.contains("cancelled"), "\(output)")
        #expect(try sandbox.objects() == [])
        let runs = try await sandbox.compass("runs", "list", "--json").lines
        #expect(runs.map { $0["status"] } == ["cancelled"])
        #expect(try await sandbox.compass("documents", "list", "--json").lines == [])
    }

    @Test("a reader that goes away ends the program quietly")
    func closedPipe() async throws {
        let sandbox = try Sandbox()
        for number in 0..<3 { try sandbox.write(Path("t\(number).pdf"), Samples.pdf(number)) }
        let output = try await sandbox.run(
            "/bin/sh", ["-c", "\"$0\" run transcript --json t0.pdf t1.pdf t2.pdf | true", Sandbox.program])
        #expect(output.errors == "", "\(output)")
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 3)
    }
}
