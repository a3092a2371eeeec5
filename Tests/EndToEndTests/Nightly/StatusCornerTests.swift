import CompassTesting
import Glibc
import Platform
import Testing

/// What a service tells in rare cases.
@Suite struct StatusCornerTests {
    private let base = StatusTests()

    @Test("the service manager is told of start, reload and end, and its watchdog is fed")
    func notifications() async throws {
        let sandbox = try StatusTests.watching()
        let path = sandbox.folder.appending("notify")
        let manager = try UnixSocket.datagram(at: UnixAddress(path: path))
        let process = try await sandbox.up(
            environment: ["NOTIFY_SOCKET=\(path)", "WATCHDOG_USEC=2000000"], level: "info")
        // A thread of its own: the socket has room for few messages, and other tests keep the sandbox's threads busy.
        let reader = WorkerPool(name: "manager", width: 1)
        var told: Set<String> = []
        func wait(for line: String) async throws {
            while !told.contains(line) {
                let bytes = try await reader.run { try manager.readSome(limit: 4_096) }
                for part in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { told.insert(String(part)) }
            }
        }
        try await wait(for: "READY=1")
        try await wait(for: "WATCHDOG=1")
        told = []
        process.signal(SIGHUP)
        try await wait(for: "RELOADING=1")
        try await wait(for: "READY=1")
        told = []
        process.signal(SIGTERM)
        try await wait(for: "STOPPING=1")
        #expect(try await process.end() == 0)
    }

    @Test("with a compass.yaml that is wrong by now, the running service is asked all the same")
    func wrongFile() async throws {
        let sandbox = try StatusTests.watching()
        let process = try await sandbox.up()
        try sandbox.write("compass.yaml", "version: 1\nnonsense: 1\n")
        try await process.entry("reload-refused")
        let reload = try await base.status(of: sandbox) { $0["kind"] == "reload" }
        #expect(reload["problems"]?.string?.contains("compass.yaml:2") == true, "\(reload)")
        try await sandbox.compass(
            "status", ending: 0, errors: .has("showing what `compass up` reports"),
            text: .has("process \(process.id)", "refused files", "compass.yaml:2"))
        #expect(try await process.end(after: SIGTERM) == 0)
        try await sandbox.compass("status", ending: 2, errors: .has("compass.yaml:2"))
    }

    @Test("a batch in progress shows the items that are begun, and so does the log when it is gone on with")
    func batch() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/sweep.yaml",
            """
            version: 1
            name: sweep
            source:
              files: { glob: "in/*.mp4" }
            stages:
              - uses: detect-mime

            """)
        for number in 1...3 { try sandbox.write(Path("in/\(number).mp4"), Samples.mp4(UInt8(number))) }
        _ = try await sandbox.compass(["run", "sweep"], environment: ["COMPASS_FAILPOINT=batch.item-ended"])
        let output = try await sandbox.compass("status", "--json")
        let batch = try #require(try output.lines.first { $0["kind"] == "batch" }, "\(output)")
        #expect((batch["items"]?.integer ?? 0) >= 1, "\(batch)")
        let process = try await sandbox.up()
        let entry = try await process.entry("batch-started")
        #expect(Int(entry["items"]?.text ?? "") ?? 0 >= 1, "\(entry)")
        #expect(entry["message"]?.string?.contains("resumes") == true, "\(entry)")
        let ended = try await process.entry("batch-finished")
        #expect(ended["items"]?.text == "3", "\(ended)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }
}
