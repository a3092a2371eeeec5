internal import Documents
internal import Pipelines
internal import Platform

/// What the stages of a run have in common. A class, so that each of them, and each of their closures, has it for one
/// reference.
final class StageRunner: Sendable {
    let engine: Engine
    let run: RunRecord
    let file: Result<SourceFile, SourceFileError>?
    let starts: StartClock
    let branches: BranchTracker
    let control: RunControl
    /// nil: it starts from nothing.
    let continuation: Continuation?

    init(
        engine: Engine, run: RunRecord, file: Result<SourceFile, SourceFileError>?, starts: StartClock,
        branches: BranchTracker, control: RunControl, continuation: Continuation?
    ) {
        self.engine = engine
        self.run = run
        self.file = file
        self.starts = starts
        self.branches = branches
        self.control = control
        self.continuation = continuation
    }

    /// Runs a stage with all its attempts, or all its elements.
    ///
    /// - Parameters:
    ///   - state: what its expressions see.
    ///   - earlier: what a process that died recorded of it.
    ///   - pending: entries that go along with the first commit.
    func perform(
        _ stage: PipelineStage, _ state: RunState, earlier: StageRecord?, pending: [JournalEntry]
    ) async -> StageOutcome {
        if let loop = stage.loop {
            return await LoopExecution(runner: self, stage: stage, loop: loop, state: state)
                .perform(earlier: earlier, pending: pending)
        }
        var execution = StageExecution(
            runner: self, stage: stage, state: state, item: nil, earlier: earlier, pending: pending)
        return await execution.perform()
    }

    /// - Parameters:
    ///   - name: what the stage is called; nil: by its id.
    ///   - item: of a stage with `for-each`.
    func context(
        for stage: PipelineStage, named name: String? = nil, item: Int? = nil, _ state: RunState, attempt: Int
    ) -> StageContext {
        let (observe, run, id) = (engine.observe, run, stage.id)
        return StageContext(
            run: run.id, pipeline: run.pipeline, stage: name ?? stage.id, item: item, attempt: attempt,
            startedAt: run.startedAt, keyTimestamp: run.keyTimestamp, owner: run.owner, file: file, facts: state.facts,
            resources: engine.resources, environment: state.environment(attempt: attempt),
            progress: { observe(.progress(run: run.id, stage: id, done: $0, total: $1)) },
            log: { observe(.log(run: run.id, stage: id, $0)) })
    }
}

/// What came of a stage, for its run to take in.
struct StageOutcome: Sendable {
    var record: StageRecord
    /// Entries that are not committed yet, its own among them.
    var pending: [JournalEntry]
    /// Elements that did not succeed, the first ones.
    var items: [StageRecord] = []
    /// The run is another process's now, or was given up.
    var isAbandoned = false
}
