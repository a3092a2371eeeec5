public import Pipelines
public import Platform

/// Carries documents through pipelines and records what happens.
///
/// Durability follows from each stage's effect: pure stages are recorded and not synced; before an effect leaves the
/// process its intent is on disk; its outputs are on disk before a later effect starts; a transactional stage commits
/// with its record; the end of a run is on disk before it is reported.
public struct Engine: Sendable {
    let journal: any Journal
    let resources: Resources
    let pool: WorkerPool
    let owner: String
    let secrets: @Sendable (String) -> String?
    let tree: Path?
    let clock: EngineClock
    let observe: @Sendable (RunEvent) -> Void

    /// - Parameters:
    ///   - pool: runs the stages, which may block its threads.
    ///   - owner: whose documents runs are about when their pipeline has no input `user`.
    ///   - secrets: looks a secret up by its name.
    ///   - tree: the folder that symbolic links may lead into besides their own; usually the workspace.
    ///   - observe: gets every event, on the thread where it happens; must not block.
    public init(
        journal: any Journal, resources: Resources, pool: WorkerPool, owner: String,
        secrets: @escaping @Sendable (String) -> String? = { _ in nil }, tree: Path? = nil,
        clock: EngineClock = .system,
        observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        self.journal = journal
        self.resources = resources
        self.pool = pool
        self.owner = owner
        self.secrets = secrets
        self.tree = tree
        self.clock = clock
        self.observe = observe
    }

    /// Runs a pipeline once. Never throws: whatever goes wrong is the result's. When the task is cancelled, the stage
    /// that runs is asked to stop, what was done is taken back, and the run is recorded as cancelled.
    ///
    /// The pipeline's definition must have been pinned in the journal.
    ///
    /// - Parameter index: passed on to events.
    public func run(_ request: RunRequest, of pipeline: Pipeline, index: Int = 0) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            var execution = RunExecution(engine: self, pipeline: pipeline, request: request)
            return await execution.run(index: index)
        }
    }
}
