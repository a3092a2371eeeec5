public import Pipelines

/// Tells what runs would do: does the stages without effect for real, and asks the others.
///
/// Changes nothing. What only a run knows, such as the id of a version that it makes, is unknown to expressions; a stage
/// whose decision depends on it is undecided, never guessed.
public struct Planner: Sendable {
    let engine: Engine
    let duplicates: any DuplicateLookup

    /// - Parameters:
    ///   - engine: whose resources, secrets and owner count; its catalog must be set. Its journal is not written.
    ///   - duplicates: asked by pipelines with `dedup`.
    public init(engine: Engine, duplicates: any DuplicateLookup) {
        self.engine = engine
        self.duplicates = duplicates
    }

    /// Plans one run, as if it began now. It would begin at once: limits of concurrency are not looked at.
    ///
    /// - Throws: `CancellationError`, and what the lookup for duplicates throws; whatever else goes wrong is the plan's.
    public func plan(_ request: RunRequest, of pipeline: Pipeline) async throws -> RunPlan {
        try await withTaskExecutorPreference(engine.pool) {
            var execution = PlanExecution(engine: engine, pipeline: pipeline, request: request)
            return try await execution.run(duplicates)
        }
    }
}
