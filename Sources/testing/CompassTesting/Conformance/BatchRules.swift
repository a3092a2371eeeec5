internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// The record of batches and of their runs.
    static let batches: [StoreRule] = [
        StoreRule("a batch is read as it was put, and changed as it goes on") { test in
            var batch = batch("01A")
            try await test.store.put(batch)
            try await expect(test.store.batch("01A"), is: batch)
            (batch.cursor, batch.items) = ("here", 7)
            try await test.store.put(batch)
            try await expect(test.store.batch("01A"), is: batch)
            try await expect(test.store.unfinishedBatches(), is: [batch])
            (batch.status, batch.finishedAt) = (.failed, Timestamp(microseconds: 9))
            batch.error = RunFailure(stage: "", kind: "k", message: "m", errorClass: .storage)
            try await test.store.put(batch)
            try await expect(test.store.batch("01A"), is: batch)
            try await expect(test.store.unfinishedBatches(), is: [])
            try await expect(test.store.batch("01B"), is: nil)
        },
        StoreRule("a batch is given up in one step: its runs are wanted cancelled, and none begins any more") { test in
            var batch = batch("01A")
            try await test.store.put(batch)
            try await test.run("r1", of: "01A", .succeeded)
            try await test.run("r2", of: "01A", nil)
            try await test.run("r3", of: "01B", nil)
            try await expect(test.store.cancelBatch("01A"), is: .cancelled(runs: ["r2"]))
            try await expect(test.store.cancellations(), is: ["r2"])
            let cancelled = try require(try await test.store.batch("01A"))
            try expect(cancelled.status == .cancelled && cancelled.finishedAt != nil && cancelled.items == 2)
            try await expect(test.store.unfinishedBatches(), is: [])
            let late = RunRecord(
                id: "r4", pipeline: "p", definition: "hash", file: nil, owner: "u1", inputs: [:], batch: "01A",
                startedAt: Timestamp(microseconds: 1), keyTimestamp: 1)
            try await expect(test.store.start(late, stages: [], limit: nil, key: nil), is: .batchCancelled)
            try await expect(test.store.run("r4") == nil)
            // Whoever works on it knows nothing of that yet.
            (batch.cursor, batch.items) = ("further", 7)
            try await test.store.put(batch)
            (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: 9))
            try await test.store.put(batch)
            try await expect(test.store.batch("01A"), is: cancelled)
            try await expect(test.store.cancelBatch("01A"), is: .finished(.cancelled))
            try await expect(test.store.cancelBatch("01C"), is: .unknown)
        },
        StoreRule("batches are listed newest first, page by page, of one pipeline or of all") { test in
            for number in 1...5 {
                try await test.store.put(batch("01\(number)", pipeline: number % 2 == 0 ? "q" : "p"))
            }
            let first = try await test.store.batches(ofPipeline: nil, limit: 2, after: nil)
            try expect(first.items.map(\.id), is: ["015", "014"])
            let second = try await test.store.batches(ofPipeline: nil, limit: 9, after: first.next)
            try expect(second.items.map(\.id), is: ["013", "012", "011"])
            try await expect(
                test.store.batches(ofPipeline: "q", limit: 9, after: nil).items.map(\.id), is: ["014", "012"])
        },
        StoreRule("the runs of a batch are counted and listed by status") { test in
            try await test.store.put(batch("01A"))
            try await test.run("r1", of: "01A", .succeeded)
            try await test.run("r2", of: "01A", .failed)
            try await test.run("r3", of: "01A", .succeeded)
            try await test.run("r4", of: "01A", nil)
            try await test.run("x1", of: "01B", .succeeded)
            try await expect(test.store.counts(ofBatch: "01A"), is: [.succeeded: 2, .failed: 1, .running: 1])
            var query = RunQuery()
            query.batch = "01A"
            let page = try await test.store.runs(query, limit: 3, after: nil)
            try expect(page.items.map(\.id), is: ["r4", "r3", "r2"])
            let rest = try await test.store.runs(query, limit: 3, after: page.next)
            try expect(rest.items.map(\.id), is: ["r1"])
            query.statuses = [.failed]
            try await expect(test.store.runs(query, limit: 3, after: nil).items.map(\.id), is: ["r2"])
            query.pipeline = "other"
            try await expect(test.store.runs(query, limit: 3, after: nil).items.isEmpty)
        },
        StoreRule(
            "the runs and the definition of a batch that goes on are not pruned, and go with it when it has ended"
        ) { test in
            var batch = batch("01A")
            try await test.store.put(batch)
            try await test.run("r1", of: "01A", .succeeded)
            try await test.finish(test.start("loose"), at: 50)
            let before = Timestamp(microseconds: 60_000_000)
            try await expect(test.store.prunable(finishedBefore: before, keeping: nil), is: 1)
            try await expect(test.store.prune(finishedBefore: before, keeping: nil, limit: 10), is: 1)
            try await expect(test.store.run("r1") != nil)
            try await expect(test.store.definition("hash") != nil)
            (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: 55_000_000))
            try await test.store.put(batch)
            try await expect(test.store.prune(finishedBefore: before, keeping: nil, limit: 10), is: 1)
            try await expect(test.store.run("r1") == nil)
            try await expect(test.store.batch("01A"), is: nil)
            try await expect(test.store.definition("hash"), is: nil)
        },
        StoreRule("a definition that only a batch which goes on is pinned to stays") { test in
            try await test.store.put(batch("01A"))
            try await test.finish(test.start("loose"), at: 50)
            try await expect(
                test.store.prune(
                    finishedBefore: Timestamp(microseconds: 60_000_000), keeping: nil, limit: 10), is: 1)
            try await expect(test.store.definition("hash") != nil)
        },
        StoreRule("batches that had nothing to do are pruned by their age") { test in
            for (id, seconds) in [("01A", 10), ("01B", 90)] as [(String, Int64)] {
                var batch = batch(id)
                (batch.status, batch.finishedAt) = (.succeeded, Timestamp(microseconds: seconds * 1_000_000))
                try await test.store.put(batch)
            }
            _ = try await test.store.prune(finishedBefore: Timestamp(microseconds: 60_000_000), keeping: nil, limit: 10)
            try await expect(test.store.batches(ofPipeline: nil, limit: 9, after: nil).items.map(\.id), is: ["01B"])
        },
        StoreRule("one at a time has a batch, in this process and in others, until it gives it up or ends") { test in
            let other = try await test.open()
            try await expect(test.store.claim("01A"))
            try await expect(test.store.claim("01A"), is: false)
            try await expect(other.claim("01A"), is: false)
            try await expect(other.claim("01B"))
            try await test.store.disclaim("01A")
            try await expect(other.claim("01A"))
            try await other.close()
            try await expect(test.store.claim("01A"))
            try await expect(test.store.claim("01B"))
        },
    ]
}

private func batch(_ id: String, pipeline: String = "p", definition: String = "hash") -> BatchRecord {
    BatchRecord(
        id: id, pipeline: pipeline, definition: definition, inputs: ["n": 1], trigger: ["kind": "schedule"],
        startedAt: Timestamp(microseconds: 5))
}

extension StoreBench {
    /// - Parameter status: nil: it goes on.
    fileprivate func run(_ id: String, of batch: String, _ status: RunStatus?) async throws {
        let run = run(id, batch: batch)
        _ = try await store.start(run, stages: [], limit: nil, key: nil)
        if let status { try await finish(run, status, at: 50) }
    }
}
