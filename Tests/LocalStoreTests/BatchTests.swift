import Documents
import Pipelines
import Platform
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct BatchTests {
    private func batch(_ id: String, pipeline: String = "p", definition: String = "hash") -> BatchRecord {
        BatchRecord(
            id: id, pipeline: pipeline, definition: definition, inputs: ["n": 1], trigger: ["kind": "schedule"],
            startedAt: Timestamp(microseconds: 5))
    }

    private func run(_ id: String, of batch: String, _ test: TestStore, _ status: RunStatus?, at seconds: Int64 = 50)
        async throws
    {
        let run = RunRecord(
            id: id, pipeline: "p", definition: "hash", file: nil, owner: "u1", inputs: [:], batch: batch,
            startedAt: Timestamp(microseconds: 1), keyTimestamp: 1)
        _ = try await test.store.start(run, stages: [], limit: nil, key: nil)
        if let status { try await test.finish(run, status, at: seconds) }
    }

    @Test("a batch is read as it was put, and changed as it goes on")
    func record() async throws {
        let test = try await TestStore()
        var batch = batch("01A")
        try await test.store.put(batch)
        #expect(try await test.store.batch("01A") == batch)
        (batch.cursor, batch.items) = ("here", 7)
        try await test.store.put(batch)
        #expect(try await test.store.batch("01A") == batch)
        #expect(try await test.store.unfinishedBatches() == [batch])
        (batch.status, batch.finishedAt) = (.failed, Timestamp(microseconds: 9))
        batch.error = RunFailure(stage: "", kind: "k", message: "m", errorClass: .storage)
        try await test.store.put(batch)
        #expect(try await test.store.batch("01A") == batch)
        #expect(try await test.store.unfinishedBatches() == [])
        #expect(try await test.store.batch("01B") == nil)
    }

    @Test("a batch is given up in one step: its runs are wanted cancelled, and none begins any more")
    func cancel() async throws {
        let test = try await TestStore()
        var batch = batch("01A")
        try await test.store.put(batch)
        try await run("r1", of: "01A", test, .succeeded)
        try await run("r2", of: "01A", test, nil)
        try await run("r3", of: "01B", test, nil)
        #expect(try await test.store.cancelBatch("01A") == .cancelled(runs: ["r2"]))
        #expect(try await test.store.cancellations() == ["r2"])
        let cancelled = try #require(try await test.store.batch("01A"))
        #expect(cancelled.status == .cancelled && cancelled.finishedAt != nil && cancelled.items == 2)
        #expect(try await test.store.unfinishedBatches() == [])
        let late = RunRecord(
            id: "r4", pipeline: "p", definition: "hash", file: nil, owner: "u1", inputs: [:], batch: "01A",
            startedAt: Timestamp(microseconds: 1), keyTimestamp: 1)
        #expect(try await test.store.start(late, stages: [], limit: nil, key: nil) == .batchCancelled)
        #expect(try await test.store.run("r4") == nil)
        // Whoever works on it knows nothing of that yet.
        (batch.cursor, batch.items) = ("further", 7)
        try await test.store.put(batch)
        (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: 9))
        try await test.store.put(batch)
        #expect(try await test.store.batch("01A") == cancelled)
        #expect(try await test.store.cancelBatch("01A") == .finished(.cancelled))
        #expect(try await test.store.cancelBatch("01C") == .unknown)
    }

    @Test("batches are listed newest first, page by page, of one pipeline or of all")
    func list() async throws {
        let test = try await TestStore()
        for number in 1...5 { try await test.store.put(batch("01\(number)", pipeline: number % 2 == 0 ? "q" : "p")) }
        let first = try await test.store.batches(ofPipeline: nil, limit: 2, after: nil)
        #expect(first.items.map(\.id) == ["015", "014"])
        let second = try await test.store.batches(ofPipeline: nil, limit: 9, after: first.next)
        #expect(second.items.map(\.id) == ["013", "012", "011"])
        #expect(try await test.store.batches(ofPipeline: "q", limit: 9, after: nil).items.map(\.id) == ["014", "012"])
    }

    @Test("the runs of a batch are counted and listed by status")
    func runs() async throws {
        let test = try await TestStore()
        try await test.store.put(batch("01A"))
        try await run("r1", of: "01A", test, .succeeded)
        try await run("r2", of: "01A", test, .failed)
        try await run("r3", of: "01A", test, .succeeded)
        try await run("r4", of: "01A", test, nil)
        try await run("x1", of: "01B", test, .succeeded)
        #expect(try await test.store.counts(ofBatch: "01A") == [.succeeded: 2, .failed: 1, .running: 1])
        var query = RunQuery()
        query.batch = "01A"
        let page = try await test.store.runs(query, limit: 3, after: nil)
        #expect(page.items.map(\.id) == ["r4", "r3", "r2"])
        let rest = try await test.store.runs(query, limit: 3, after: page.next)
        #expect(rest.items.map(\.id) == ["r1"])
        query.statuses = [.failed]
        #expect(try await test.store.runs(query, limit: 3, after: nil).items.map(\.id) == ["r2"])
        query.pipeline = "other"
        #expect(try await test.store.runs(query, limit: 3, after: nil).items.isEmpty)
    }

    @Test("the runs and the definition of a batch that goes on are not pruned, and go with it when it has ended")
    func pruning() async throws {
        let test = try await TestStore()
        var batch = batch("01A")
        try await test.store.put(batch)
        try await run("r1", of: "01A", test, .succeeded)
        try await test.finish(test.start("loose"), at: 50)
        let before = Timestamp(microseconds: 60_000_000)
        #expect(try await test.store.prunable(finishedBefore: before, keeping: nil) == 1)
        #expect(try await test.store.prune(finishedBefore: before, keeping: nil, limit: 10) == 1)
        #expect(try await test.store.run("r1") != nil)
        #expect(try await test.store.definition("hash") != nil)
        (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: 55_000_000))
        try await test.store.put(batch)
        #expect(try await test.store.prune(finishedBefore: before, keeping: nil, limit: 10) == 1)
        #expect(try await test.store.run("r1") == nil)
        #expect(try await test.store.batch("01A") == nil)
        #expect(try await test.store.definition("hash") == nil)
    }

    @Test("a definition that only a batch which goes on is pinned to stays")
    func definition() async throws {
        let test = try await TestStore()
        try await test.store.put(batch("01A"))
        try await test.finish(test.start("loose"), at: 50)
        #expect(
            try await test.store.prune(
                finishedBefore: Timestamp(microseconds: 60_000_000), keeping: nil, limit: 10) == 1)
        #expect(try await test.store.definition("hash") != nil)
    }

    @Test("batches that had nothing to do are pruned by their age")
    func empty() async throws {
        let test = try await TestStore()
        for (id, seconds) in [("01A", 10), ("01B", 90)] as [(String, Int64)] {
            var batch = batch(id)
            (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: seconds * 1_000_000))
            try await test.store.put(batch)
        }
        _ = try await test.store.prune(finishedBefore: Timestamp(microseconds: 60_000_000), keeping: nil, limit: 10)
        #expect(try await test.store.batches(ofPipeline: nil, limit: 9, after: nil).items.map(\.id) == ["01B"])
    }

    @Test("one at a time has a batch, in this process and in others, until it gives it up or ends")
    func claims() async throws {
        let test = try await TestStore()
        let other = try await LocalStore.open(test.path)
        #expect(try await test.store.claim("01A"))
        #expect(try await test.store.claim("01A") == false)
        #expect(try await other.claim("01A") == false)
        #expect(try await other.claim("01B"))
        try await test.store.disclaim("01A")
        #expect(try await other.claim("01A"))
        try await other.close()
        #expect(try await test.store.claim("01A"))
        #expect(try await test.store.claim("01B"))
    }
}
