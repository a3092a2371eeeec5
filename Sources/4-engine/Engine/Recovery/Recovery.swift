public import Pipelines

/// Carries on what processes that died have left.
public struct Recovery: Sendable {
    private let engine: Engine
    private let leases: any RunLeases
    private let pipeline: @Sendable (RunDetail) async throws -> Pipeline
    private let workers: Int

    /// - Parameters:
    ///   - workers: how many runs go on at a time.
    ///   - pipeline: reads the definition that a run is pinned to.
    public init(
        engine: Engine, leases: any RunLeases, workers: Int = 8,
        pipeline: @escaping @Sendable (RunDetail) async throws -> Pipeline
    ) {
        self.engine = engine
        self.leases = leases
        self.workers = workers
        self.pipeline = pipeline
    }

    /// Takes abandoned runs over, as many as are worked on soon. To be called before new runs begin, which may be about
    /// the same documents.
    ///
    /// - Throws: the journal's errors.
    public func takeOver() async throws -> [String] {
        try await leases.takeOver(limit: workers * 4)
    }

    /// Carries runs to their end, and then those that are abandoned, until there is none left. When the task is
    /// cancelled, all of them are given up for the next process that looks.
    ///
    /// - Parameters:
    ///   - first: what `takeOver` has returned.
    ///   - deliver: called by one task at a time, as runs end.
    /// - Throws: the journal's errors.
    public func run(_ first: [String] = [], deliver: (RunResult) async -> Void) async throws {
        var runs = first.isEmpty ? try await takeOver() : first
        while !runs.isEmpty {
            var isLeaving = false
            try await carryOn(runs) { result in
                // One that was given up would be taken over again at once.
                isLeaving = isLeaving || result.isAbandoned
                await deliver(result)
            }
            if isLeaving || Task.isCancelled { return }
            runs = try await takeOver()
        }
    }

    private func carryOn(_ runs: [String], deliver: (RunResult) async -> Void) async throws {
        try await withThrowingTaskGroup(of: RunResult?.self) { group in
            var rest = runs[...]
            func start() {
                guard let run = rest.popFirst() else { return }
                group.addTask(executorPreference: engine.pool) { try await resume(run) }
            }
            for _ in 0..<workers { start() }
            while let result = try await group.next() {
                if let result { await deliver(result) }
                if Task.isCancelled, !rest.isEmpty {
                    try await leases.release(Array(rest))
                    rest = []
                }
                start()
            }
        }
    }

    private func resume(_ run: String) async throws -> RunResult? {
        guard let detail = try await engine.journal.run(run) else { return nil }
        do {
            let pipeline = try await pipeline(detail)
            return await engine.resume(detail, of: pipeline)
        } catch {
            return try await give(up: detail, error)
        }
    }

    /// A run whose definition this program cannot read stays as it is on record, but not unfinished for ever.
    private func give(up detail: RunDetail, _ error: any Error) async throws -> RunResult {
        var run = detail.run
        run.status = .failed
        run.finishedAt = engine.clock.now()
        run.error = RunFailure(
            stage: "", kind: "not-resumable",
            message: "The process that worked on this run died, and it cannot be carried on: \(error) What it did so "
                + "far was not taken back; `compass runs show \(run.id)` lists it.")
        try await engine.journal.commit([.runFinished(run)])
        return RunResult(run: run, stages: detail.stages, journalFailure: nil)
    }
}
