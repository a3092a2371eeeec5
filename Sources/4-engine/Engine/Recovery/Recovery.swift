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

    /// Takes abandoned runs over and carries them to their end, until there is none left. When the task is cancelled,
    /// runs under way end as cancelled and the others stay abandoned.
    ///
    /// - Parameter deliver: called by one task at a time, as runs end.
    /// - Throws: the journal's errors.
    public func run(deliver: (RunResult) async -> Void) async throws {
        while !Task.isCancelled {
            let runs = try await leases.takeOver(limit: workers * 4)
            if runs.isEmpty { return }
            try await withThrowingTaskGroup(of: RunResult?.self) { group in
                var rest = runs[...]
                func start() {
                    guard let run = rest.popFirst() else { return }
                    group.addTask(executorPreference: engine.pool) { try await resume(run) }
                }
                for _ in 0..<workers { start() }
                while let result = try await group.next() {
                    if let result { await deliver(result) }
                    if Task.isCancelled {
                        // They are nobody's until somebody looks again.
                        try await leases.release(Array(rest))
                        rest = []
                    }
                    start()
                }
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
