import CompassTesting
import Glibc
import Platform
import Testing

/// The moment between sending and recording, in which nobody knows whether a message has arrived.
@Suite struct UncertainDeliveryTests {
    private func die(_ crash: CrashSandbox) async throws {
        try await crash.sandbox.compass(
            ["run", "rich", try crash.document(1)], environment: ["COMPASS_FAILPOINT=webhook.answered"], ending: 137)
    }

    @Test("a receiver that does not drop repeats is asked, and gets a message once")
    func asked() async throws {
        let crash = try CrashSandbox()
        try await die(crash)
        let trace = try await crash.trace(["runs", "resume"])
        #expect(trace.contains("webhook.confirmed"), "\(trace)")
        #expect(try await Audit.problems(of: crash) == [])
    }

    @Test("without `confirm` it gets it twice, with the same id, and the audit notices")
    func unasked() async throws {
        // Which deliveries have been recorded when the process dies is a matter of moments.
        for _ in 0..<20 where try await hasRepeated() { return }
        Issue.record("in twenty deaths no message was repeated")
    }

    @Test(
        "with `confirm` each arrives once, whatever moment the process dies and the receiver closes the connection at")
    func killedAndClosed() async throws {
        let script = Path(#filePath).folder.appending("../../ChannelsTests/Servers/unreliable.py")
        let receiver = try PythonServer(script)
        defer { withExtendedLifetime(receiver) {} }
        let address = receiver.url("").dropLast()
        let sandbox = try Sandbox()
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            private-addresses: [127.0.0.1]
            channels:
              log: { type: webhook, url: "\(address)/random/r", confirm: "\(address)/taken/r/{id}" }

            """)
        let places = [
            "outbox.claimed", "webhook.before-request", "webhook.answered", "outbox.before-record", "outbox.recorded",
        ]
        for (number, place) in places.enumerated() {
            for part in 0..<2 {
                let name = Path("clip\(number)-\(part).mp4")
                try sandbox.write(name, Samples.mp4(UInt8(number * 2 + part)))
                let output = try await sandbox.compass(
                    ["run", "video", name], environment: ["COMPASS_FAILPOINT=\(place)"])
                #expect(output.status == 137, "\(place): \(output)")
            }
        }
        try await sandbox.compass("runs", "resume", "--patience", "120", errors: .has(" 0 given up, 0 waiting"))
        let asked = try await sandbox.run(
            "/usr/bin/python3",
            [
                "-c", "import sys, urllib.request as r; sys.stdout.buffer.write(r.urlopen(sys.argv[1]).read())",
                Path("\(address)/ids/r"),
            ])
        let ids = asked.text.split(separator: "\n")
        #expect(ids.count == places.count * 2 && Set(ids).count == ids.count, "\(asked)")
    }

    private func hasRepeated() async throws -> Bool {
        let crash = try CrashSandbox()
        let settings = String(decoding: try crash.sandbox.read("compass.yaml"), as: UTF8.self)
        let address = "http://127.0.0.1:\(crash.receiver.port)/plain/\(crash.name)"
        try crash.sandbox.write("compass.yaml", settings.replacing(", confirm: \"\(address)/{id}\"", with: ""))
        try await crash.sandbox.compass(
            ["run", "rich", try crash.document(1)], environment: ["COMPASS_FAILPOINT=outbox.before-record:4"],
            ending: 137)
        #expect(try await crash.sandbox.compass("runs", "resume").status == 0)
        let taken = try crash.receiver.taken(.plain, crash.name)
        guard taken.count > Set(taken.map(\.id)).count else { return false }
        let problems = try await Audit.problems(of: crash)
        #expect(problems.contains { $0.contains("arrived 2 times at plain") }, "\(problems)")
        #expect(!problems.contains { $0.contains("at once") || $0.contains("at log") }, "\(problems)")
        return true
    }
}
