public import Pipelines

/// Runs one pipeline for many documents, several at a time.
public struct Batch: Sendable {
    private let engine: Engine
    private let workers: Int

    /// - Parameter workers: how many runs go on at a time, at least 1. Much of a run is waiting for the disk, so more than
    ///   there are cores is better.
    public init(engine: Engine, workers: Int) {
        precondition(workers > 0, "a batch needs a worker")
        self.engine = engine
        self.workers = workers
    }

    /// Runs all requests and hands over their results in the order of the requests, each as soon as it and all before it
    /// are done. When the task is cancelled, runs that have not started do not start and have no result.
    ///
    /// - Parameter deliver: called by one task at a time.
    public func run(
        _ requests: [RunRequest], of pipeline: Pipeline, deliver: (RunResult) async -> Void
    ) async {
        let groups = pipeline.concurrency.map { _ in KeyedLimiter() }
        await withTaskGroup(of: (Int, RunResult?).self) { group in
            var next = 0
            func start() {
                let index = next
                next += 1
                let request = requests[index]
                group.addTask {
                    (index, await run(request, of: pipeline, index: index, groups: groups))
                }
            }
            while next < min(workers, requests.count) { start() }
            var finished: [Int: RunResult] = [:]
            var delivered = 0
            while let (index, result) = await group.next() {
                finished[index] = result
                if next < requests.count, !Task.isCancelled { start() }
                while let result = finished.removeValue(forKey: delivered) {
                    await deliver(result)
                    delivered += 1
                }
            }
            // After a cancellation there may be gaps where runs never started.
            for index in finished.keys.sorted() {
                if let result = finished[index] { await deliver(result) }
            }
        }
    }

    private func run(
        _ request: RunRequest, of pipeline: Pipeline, index: Int, groups: KeyedLimiter?
    ) async -> RunResult? {
        if Task.isCancelled { return nil }
        guard let concurrency = pipeline.concurrency, let groups else {
            return await engine.run(request, of: pipeline, index: index)
        }
        let key = engine.group(of: request, in: pipeline)
        guard let slot = await groups.acquire(key, limit: concurrency.limit) else { return nil }
        defer { groups.release(slot) }
        return await engine.run(request, of: pipeline, index: index)
    }
}
