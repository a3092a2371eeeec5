import CompassTesting
import Glibc
import Platform
import Testing

/// What a workspace tells of its service, with one and without.
@Suite struct StatusTests {
    static func watching() throws -> Sandbox {
        let sandbox = try Sandbox()
        try Files.createFolders(sandbox.folder.appending("in"))
        try sandbox.write("pipelines/video.yaml", Sandbox.watching("video"))
        return sandbox
    }

    /// Asks until the answer has what is wanted: each question is a process, so this is no busy loop.
    func status(
        of sandbox: Sandbox, until matches: (Value) -> Bool, location: SourceLocation = #_sourceLocation
    ) async throws -> Value {
        var last = ""
        for _ in 0..<300 {
            let output = try await sandbox.compass("status", "--json")
            last = output.text
            if let found = try output.lines.first(where: matches) { return found }
        }
        return try #require(nil as Value?, "status never told it; the last was \(last)", sourceLocation: location)
    }

    @Test("without a running service, status says so, shows what the database knows, and exits with 0")
    func notRunning() async throws {
        let sandbox = try Sandbox()
        let fresh = try await sandbox.compass("status", "--json", ending: 0)
        #expect(try fresh.lines.first == ["kind": "service", "running": false])
        #expect(!Files.exists(sandbox.folder.appending(".compass")), "looking makes nothing")

        try sandbox.write("clip.txt", "no video")
        _ = try await sandbox.compass("run", "video", "clip.txt")
        let after = try await sandbox.compass("status", "--json")
        #expect(try after.lines.first { $0["kind"] == "quarantine" }?["held"]?.integer == 1, "\(after)")
        #expect(try after.lines.allSatisfy { $0["kind"] != "last-backup" }, "nothing could be lost yet")
        try await sandbox.compass("status", text: .starts("not running: "), .has("1 file in quarantine"))
        try sandbox.write("clip.mp4", Samples.mp4())
        try await sandbox.compass("run", "video", "clip.mp4", ending: 0)
        try await sandbox.compass("status", ending: 0, text: .has("no backup on record"))
        #expect(try await sandbox.compass("status", "--require-running").status == 1)
    }

    @Test("a run whose process died is told as unfinished")
    func unfinished() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        _ = try await sandbox.compass(
            ["run", "video", "clip.mp4"], environment: ["COMPASS_FAILPOINT=engine.effect-done"])
        let status = try await sandbox.compass("status", "--json")
        let run = try #require(try status.lines.first { $0["kind"] == "run" }, "\(status)")
        #expect(run["pipeline"] == "video" && run["status"] == "running", "\(status)")
    }

    @Test("figures come over the socket and into the file; both are gone at the end")
    func figures() async throws {
        let sandbox = try Self.watching()
        let socket = sandbox.folder.appending(".compass/up.sock")
        let file = sandbox.folder.appending("compass.prom")
        let process = try await sandbox.up(["--metrics-file", file])
        #expect(try await sandbox.compass("status", "--require-running").status == 0)
        #expect(try FileStatus.of(socket).mode == 0o600)
        let client = try UnixSocket.connect(to: socket, timeout: .seconds(60))
        try client.write(Array("GET /metrics HTTP/1.0\r\n\r\n".utf8))
        let answer = String(decoding: try client.readToEnd(limit: 1 << 20), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n") && answer.contains("\ncompass_build_info{version="))
        #expect(answer.contains(#"compass_intake_paused{pipeline="video",path="in"} 0"#), "\(answer)")
        let text = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
        #expect(text.contains("compass_build_info{version="))
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(!Files.exists(socket) && !Files.exists(file))
        #expect(try await sandbox.compass("status", "--require-running").status == 1)
    }

    @Test("a socket that a killed service has left is no running service, and no obstacle for the next one")
    func killed() async throws {
        let sandbox = try Self.watching()
        let first = try await sandbox.up()
        _ = try await first.end(after: SIGKILL)
        #expect(Files.exists(sandbox.folder.appending(".compass/up.sock")))
        #expect(try await sandbox.compass("status", "--require-running").status == 1)
        let second = try await sandbox.up()
        #expect(try await sandbox.compass("status", "--require-running").status == 0)
        #expect(try await second.end(after: SIGTERM) == 0)
    }

    @Test("a service that was stopped is told by its process, with what to do")
    func stopped() async throws {
        let sandbox = try Self.watching()
        let process = try await sandbox.up()
        process.signal(SIGSTOP)
        async let asked = sandbox.compass("status")
        async let examined = sandbox.compass("doctor", "--json")
        let (output, doctor) = try await (asked, examined)
        process.signal(SIGCONT)
        #expect(output.status == 1, "\(output)")
        #expect(
            output.errors.hasPrefix("compass: the service (process \(process.id)) does not answer within 3 s; "),
            "\(output)")
        #expect(output.errors.contains("`kill -CONT \(process.id)`"), "\(output)")
        let finding = try #require(try doctor.lines.first { $0["check"] == "running" }, "\(doctor)")
        #expect(finding["state"] == "problem", "\(finding)")
        #expect(finding["advice"]?.string?.contains("kill -CONT \(process.id)") == true, "\(finding)")
        #expect(try await process.end(after: SIGTERM) == 0)
    }
}
