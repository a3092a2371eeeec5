import Glibc
import Platform
import Testing

/// Batches of schedules that `compass run` would refuse: `compass up` tells so before their time comes.
@Suite struct BatchRefusalTests {
    private static func pipeline(_ cron: String, source: String, school: String = "stanford") -> String {
        """
        version: 1
        name: batch
        on:
          schedule: { cron: "\(cron)" }
        source:
          documents: { \(source) }
        stages:
          - uses: share
            with: { schools: [\(school)] }

        """
    }

    /// What `status` tells of the schedule once it is as it should be.
    private func refusal(in sandbox: Sandbox, until matches: (Value?) -> Bool) async throws -> Value? {
        var last: Value?
        for _ in 0..<300 {
            let output = try await sandbox.compass("status", "--json")
            // The service writes its status a moment after it is ready.
            guard let line = try output.lines.first(where: { $0["kind"] == "schedule" }) else { continue }
            last = line["refused"]
            if matches(last) { return last }
        }
        Issue.record("status never told it; the last was \(String(describing: last))")
        return last
    }

    @Test("what `run` would refuse is told at the start with its place, and stops being told once it would not")
    func start() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/batch.yaml", Self.pipeline("0 3 * * *", source: "school: nowhere"))
        let refused = try await sandbox.compass("run", "batch", ending: 2)
        #expect(refused.errors.contains("There is no school `nowhere`."), "\(refused)")

        let process = try await sandbox.up()
        let line = try await process.entry("lint")
        #expect(line["level"] == "warning", "\(process.text)")
        #expect(line["file"] == "pipelines/batch.yaml", "\(process.text)")
        #expect(line["line"] == "2" && line["kind"] == "batch-refused", "\(process.text)")
        #expect(line["message"]?.string?.contains("There is no school `nowhere`.") == true, "\(process.text)")
        let told = try await refusal(in: sandbox) { $0?.string != nil }
        #expect(
            told?.string?.hasPrefix("pipelines/batch.yaml:2:7: warning[batch-refused]: ") == true, "\(told ?? .null)")
        let text = try await sandbox.compass("status").text
        #expect(text.contains("There is no school `nowhere`."), "\(text)")

        // Somebody adds it; what is told is looked at anew, and the same pipeline is not read as changed.
        #expect(try await sandbox.compass("schools", "add", "nowhere", "Nowhere").status == 0)
        process.signal(SIGHUP)
        try await process.entry("reloaded") { $0["changed"] == "" }
        _ = try await refusal(in: sandbox) { $0 == .null }
        #expect(try await process.end(after: SIGTERM) == 0)
        #expect(process.count("lint") == 1, "\(process.text)")
    }

    @Test("a definition that is refused after a reload is told then, and its slots fail without a run")
    func reload() async throws {
        let sandbox = try Sandbox(["a.pdf": Samples.pdf(1)])
        #expect(try await sandbox.compass("run", "transcript", "a.pdf").status == 0)
        let process = try await sandbox.up()
        try sandbox.write(
            "pipelines/batch.yaml", Self.pipeline("* * * * * *", source: "current: true", school: "nowhere"))
        try await process.entry("lint") { $0["message"]?.string?.contains("`nowhere`") == true }
        let slot = try await process.entry("batch-refused")
        #expect(slot["pipeline"] == "batch", "\(process.text)")
        #expect(try await process.end(after: SIGTERM) == 0)
        let slots = try await sandbox.list("schedule", "history")
        #expect(!slots.isEmpty)
        #expect(slots.contains { $0["state"] == "failed" && $0["run"] == .null }, "\(slots)")
        // Neither a batch nor a run of it is on record.
        #expect(try await sandbox.list("batches", "list").isEmpty)
        #expect(try await sandbox.list("runs", "list").count == 1)
    }
}
