internal import Documents
internal import Pipelines
internal import Platform

extension StoreConformance {
    /// What goes from the journal, and when.
    static let retention: [StoreRule] = [
        StoreRule("finished runs go by age, oldest first, at most so many at a time") { test in
            try await test.finish(["01A", "01B", "01C", "01D"])
            try await test.start("01E")
            try await expect(test.store.prunable(finishedBefore: time(40), keeping: nil), is: 3)
            try await expect(test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2), is: 2)
            try await expect(test.left(), is: ["01C", "01D", "01E"])
            try await expect(test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2), is: 1)
            try await expect(test.store.prune(finishedBefore: time(40), keeping: nil, limit: 2), is: 0)
            try await expect(test.left(), is: ["01D", "01E"])
        },
        StoreRule("so many of the newest stay, whatever their age; both bounds hold together") { test in
            try await test.finish(["01A", "01B", "01C", "01D", "01E"])
            try await expect(test.store.prunable(finishedBefore: nil, keeping: 9), is: 0)
            try await expect(test.store.prune(finishedBefore: time(21), keeping: 2, limit: 9), is: 2)
            try await expect(test.left(), is: ["01C", "01D", "01E"])
            try await expect(test.store.prunable(finishedBefore: time(99), keeping: 1), is: 2)
            try await expect(test.store.prune(finishedBefore: nil, keeping: 1, limit: 9), is: 2)
            try await expect(test.left(), is: ["01E"])
            try await expect(test.store.prune(finishedBefore: nil, keeping: 0, limit: 9), is: 1)
            try await expect(test.left(), is: [])
        },
        StoreRule("of runs that ended at the same time, those with the highest ids count as newest") { test in
            for id in ["01A", "01B", "01C"] { try await test.finish(try await test.start(id), at: 10) }
            try await expect(test.store.prune(finishedBefore: nil, keeping: 2, limit: 9), is: 1)
            try await expect(test.left(), is: ["01B", "01C"])
            try await expect(test.store.prunable(finishedBefore: time(10), keeping: nil), is: 0)
        },
        StoreRule("runs whose file is held or whose notification waits stay, and those behind them go") { test in
            let held = try await test.start("01A")
            try await test.finish(held, .rejected, at: 10, [.quarantined(StoreBench.quarantined("Q1", run: "01A"))])
            let waiting = try await test.start("01B")
            try await test.transact { try $0.enqueue(StoreBench.notification("n", run: "01B")) }
            try await test.finish(waiting, at: 20)
            try await test.finish(try await test.start("01C"), at: 30)
            try await expect(test.store.prunable(finishedBefore: nil, keeping: nil), is: 1)
            try await expect(test.store.prune(finishedBefore: nil, keeping: nil, limit: 1), is: 1)
            try await expect(test.left(), is: ["01A", "01B"])
            try await expect(test.store.prune(finishedBefore: nil, keeping: nil, limit: 1), is: 0)
            try await expect(test.store.resolve("Q1", as: .discarded, to: nil))
            try await expect(test.store.prune(finishedBefore: nil, keeping: nil, limit: 1), is: 1)
            try await expect(test.left(), is: ["01B"])
        },
    ]
}

extension StoreBench {
    /// Runs that ended at the seconds 10, 20 …, in the order of their ids.
    fileprivate func finish(_ ids: [String]) async throws {
        for (index, id) in ids.enumerated() { try await finish(try await start(id), at: Int64(index + 1) * 10) }
    }

    fileprivate func left() async throws -> [String] {
        try await store.runs(RunQuery(), limit: 1_000, after: nil).items.map(\.id).reversed()
    }
}
