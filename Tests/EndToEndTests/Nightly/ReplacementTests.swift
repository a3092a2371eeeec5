import Glibc
import Platform
import Testing

/// `overlap: replace` in `compass up`.
@Suite struct ReplacementTests {
    /// The check of a document that waits for its next try for longer than there is between two slots.
    private static let check = """
        version: 1
        name: check
        on:
          schedule: { cron: "*/2 * * * * *", overlap: replace }
        source: { documents: {} }
        stages:
          - uses: verify-object
            retry: { max-attempts: 2, initial: 40s, factor: 1, jitter: none, errors: [any] }

        """

    /// A workspace with a document whose object cannot be read now.
    private func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf(1)])
        try await sandbox.compass("run", "transcript", "grades.pdf", ending: 0)
        let name = try #require(try sandbox.objects().first)
        let below = sandbox.folder.appending(".compass/objects").appending(name)
        let object = Files.exists(below) ? below : sandbox.folder.appending(name)
        #expect(object.withCString { unlink($0) } == 0)
        try Files.createFolders(object)
        try sandbox.write("pipelines/check.yaml", Self.check)
        return sandbox
    }

    /// What is on record as cancelled has nothing that could still act.
    private func expectNothingActs(in sandbox: Sandbox) async throws {
        let runs = try await sandbox.list("runs", "list", "--limit", "1000").filter { $0["pipeline"] == "check" }
        #expect(runs.allSatisfy { $0["status"] == "cancelled" || $0["status"] == "running" }, "\(runs)")
        let batches = try await sandbox.list("batches", "list", "--limit", "1000")
        for batch in batches where batch["status"] != "running" {
            #expect(batch["status"] == "cancelled", "\(batch)")
            let items = try await sandbox.list("runs", "list", "--batch", Path(batch["batch"]?.string ?? ""))
            #expect(items.allSatisfy { $0["status"] == "cancelled" }, "\(items)")
        }
        let unfinished = Set(batches.filter { $0["status"] == "running" }.map { $0["batch"]?.text ?? "" })
        for slot in try await sandbox.list("schedule", "history", "--limit", "1000")
        where slot["state"] == "cancelled" {
            #expect(!unfinished.contains(slot["run"]?.text ?? ""), "\(slot)")
        }
    }

    @Test("C18: a batch whose item waits for its next try is ended with that item's run, and the later slot starts")
    func batch() async throws {
        let sandbox = try await sandbox()
        let process = try await sandbox.up()
        let run = try await process.entry("run-finished") { $0["pipeline"] == "check" }
        #expect(run["status"] == "cancelled", "\(process.text)")
        let id = try #require(run["batch"]?.string)
        let batch = try await process.entry("batch-finished") { $0["batch"]?.string == id }
        #expect(batch["status"] == "cancelled", "\(process.text)")
        try await process.entry("batch-started") { $0["batch"]?.string != id }
        #expect(try await process.end(after: SIGTERM) == 0)
        try await expectNothingActs(in: sandbox)
    }

    @Test("C18: what was replaced when its process was killed is ended by the next one, and not carried on")
    func killed() async throws {
        let sandbox = try await sandbox()
        let first = try sandbox.start(
            ["up", "--log-format", "json", "--log-level", "debug"],
            environment: ["COMPASS_FAILPOINT=scheduler.claimed:2"])
        _ = try await first.end()
        let second = try await sandbox.up()
        let run = try await second.entry("run-finished") { $0["pipeline"] == "check" }
        #expect(run["status"] == "cancelled", "\(second.text)")
        let id = try #require(run["batch"]?.string)
        let batch = try await second.entry("batch-finished") { $0["batch"]?.string == id }
        #expect(batch["status"] == "cancelled", "\(second.text)")
        #expect(try await second.end(after: SIGTERM) == 0)
        try await expectNothingActs(in: sandbox)
    }
}
