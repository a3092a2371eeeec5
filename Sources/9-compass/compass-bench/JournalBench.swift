internal import Documents
internal import LocalStore
internal import Pipelines
internal import Platform
internal import Synchronization

/// A journal with many finished runs: lists and pruning.
enum JournalBench {
    private static let stages = 2
    /// What one call prunes, in as many transactions as it takes.
    private static let batch = 500
    /// How many runs pruning leaves.
    private static let kept = 1_000

    static func measure(_ bench: BenchWorkspace, finished: Int) async throws -> [BenchFigure] {
        let path = bench.folder.appending("journal/compass.db")
        let store = try await LocalStore.open(path)
        let made = ContinuousClock.now
        try await fill(store, runs: finished)
        let seconds = (ContinuousClock.now - made) / .seconds(1)
        let label = "journal of \(finished) finished runs: "
        var figures = [
            BenchFigure(
                name: "journal: runs recorded, 500 at a time", value: Double(finished) / seconds, unit: "runs/s")
        ]
        for (name, pipeline, statuses) in [
            ("list 50", nil, []), ("list 50 of a pipeline", "bench-3", []), ("list 50 failed", nil, [.failed]),
        ] as [(String, String?, [RunStatus])] {
            var query = RunQuery()
            (query.pipeline, query.statuses) = (pipeline, statuses)
            figures.append(
                BenchFigure(name: label + name, value: try await time(query, store, bench), unit: "ms", aim: "< 20"))
        }
        figures += try await prune(store, path, label: label, batches: min(100, (finished - kept) / batch))
        try await store.close()
        return figures
    }

    /// Runs of ten pipelines, by the calls that engines make.
    private static func fill(_ store: LocalStore, runs: Int) async throws {
        try await store.pin(definition: "bench", pipeline: "bench", source: "name: bench")
        let first = Timestamp.now().microseconds - Int64(runs) * 1_000_000
        for start in stride(from: 0, to: runs, by: batch) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in start..<min(runs, start + batch) {
                    group.addTask {
                        try await add(store, number, at: Timestamp(microseconds: first + Int64(number) * 1_000_000))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func add(_ store: LocalStore, _ number: Int, at start: Timestamp) async throws {
        var run = RunRecord(
            id: Identifier.run(at: start), pipeline: "bench-\(number % 10)", definition: "bench",
            file: "incoming/\(number).pdf", owner: "athlete-\(number % 500)", inputs: ["type": "transcript"],
            startedAt: start, keyTimestamp: Int64(number))
        _ = try await store.start(run, stages: [], limit: nil, key: nil)
        run.status = number % 50 == 0 ? .failed : .succeeded
        run.finishedAt = start.advanced(by: .milliseconds(20))
        run.durationMilliseconds = 20
        let entries = (0..<stages).map { position in
            JournalEntry.stage(
                run: run.id,
                StageRecord(
                    position: position, id: "stage-\(position)", uses: "upload", status: .succeeded, attempts: 1,
                    startedAt: start, durationMilliseconds: 10, outputs: ["object-key": .string("bench/\(number)")]))
        }
        try await store.commit(entries + [.runFinished(run)])
    }

    private static func time(_ query: RunQuery, _ store: LocalStore, _ bench: BenchWorkspace) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<(bench.rounds * 4) {
            let start = ContinuousClock.now
            let page = try await store.runs(query, limit: 50, after: nil)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            if page.items.isEmpty {
                throw BenchError(message: "The journal that was made for measuring lists nothing.")
            }
        }
        return BenchFigure.median(times)
    }

    /// What a second connection, as that of another process, waits for its writes meanwhile.
    private static func prune(
        _ store: LocalStore, _ path: Path, label: String, batches: Int
    ) async throws -> [BenchFigure] {
        let other = try await LocalStore.open(path)
        try await other.pin(definition: "other", pipeline: "other", source: "name: other")
        let run = RunRecord(
            id: Identifier.run(at: .now()), pipeline: "other", definition: "other", file: nil, owner: "bench",
            inputs: [:], startedAt: .now(), keyTimestamp: 0)
        _ = try await other.start(run, stages: [], limit: nil, key: nil)
        let isDone = Atomic(false)
        async let waits = writes(other, until: { isDone.load(ordering: .relaxed) })
        var times: [Double] = []
        for _ in 0..<batches {
            let start = ContinuousClock.now
            let count = try await store.prune(finishedBefore: .now(), keeping: kept, limit: batch)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            if count != batch { throw BenchError(message: "Only \(count) runs were pruned.") }
        }
        isDone.store(true, ordering: .relaxed)
        let sorted = try await waits.sorted()
        try await other.close()
        return [
            BenchFigure(name: label + "prune \(batch)", value: BenchFigure.median(times), unit: "ms"),
            BenchFigure(name: "  the longest of \(batches)", value: times.max() ?? 0, unit: "ms"),
            BenchFigure(
                name: "  p99 of another process's writes meanwhile", value: sorted[sorted.count * 99 / 100], unit: "ms"),
            BenchFigure(
                name: "  the longest of \(sorted.count) of them", value: sorted.last ?? 0, unit: "ms", aim: "≤ 50"),
        ]
    }

    /// - Returns: how long each took, in milliseconds.
    private static func writes(
        _ store: LocalStore, until isDone: @escaping @Sendable () -> Bool
    ) async throws -> [Double] {
        var times: [Double] = []
        repeat {
            let start = ContinuousClock.now
            _ = try await store.renew()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        } while !isDone() && !Task.isCancelled
        return times
    }
}
