import Platform
import Testing

/// The moment between sending and recording, in which nobody knows whether a message has arrived.
@Suite struct UncertainDeliveryTests {
    private func die(_ ground: CrashGround) async throws {
        let output = try await ground.sandbox.compass(
            ["run", "rich", try ground.document(1)], environment: ["COMPASS_FAILPOINT=webhook.answered"])
        try #require(output.status == 137, "\(output)")
    }

    @Test("a receiver that does not drop repeats is asked, and gets a message once")
    func asked() async throws {
        let ground = try CrashGround()
        try await die(ground)
        let trace = try await ground.trace(["runs", "resume"])
        #expect(trace.contains("webhook.confirmed"), "\(trace)")
        #expect(try await Audit.problems(of: ground) == [])
    }

    @Test("without `confirm` it gets it twice, with the same id, and the audit notices")
    func unasked() async throws {
        // Which deliveries have been recorded when the process dies is a matter of moments.
        for _ in 0..<20 where try await hasRepeated() { return }
        Issue.record("in twenty deaths no message was repeated")
    }

    private func hasRepeated() async throws -> Bool {
        let ground = try CrashGround()
        let settings = String(decoding: try ground.sandbox.read("compass.yaml"), as: UTF8.self)
        let address = "http://127.0.0.1:\(ground.receiver.port)/plain/\(ground.name)"
        try ground.sandbox.write("compass.yaml", settings.replacing(", confirm: \"\(address)/{id}\"", with: ""))
        let output = try await ground.sandbox.compass(
            ["run", "rich", try ground.document(1)], environment: ["COMPASS_FAILPOINT=outbox.before-record:4"])
        #expect(output.status == 137, "\(output)")
        #expect(try await ground.sandbox.compass("runs", "resume").status == 0)
        let taken = try ground.receiver.taken(.plain, ground.name)
        guard taken.count > Set(taken.map(\.id)).count else { return false }
        let problems = try await Audit.problems(of: ground)
        #expect(problems.contains { $0.contains("arrived 2 times at plain") }, "\(problems)")
        #expect(!problems.contains { $0.contains("at once") || $0.contains("at log") }, "\(problems)")
        return true
    }
}
