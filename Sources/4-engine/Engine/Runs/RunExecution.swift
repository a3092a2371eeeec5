internal import Documents
internal import Pipelines
internal import Platform

/// One run while it goes on.
struct RunExecution {
    let engine: Engine
    let pipeline: Pipeline
    let request: RunRequest
    let started = ContinuousClock.now
    let file: Result<SourceFile, SourceFileError>?

    var run: RunRecord
    var state: RunState
    var stages: [StageRecord] = []
    /// Stages whose effect happened, in the order of their start, with their place in `stages`.
    var effects: [(stage: PipelineStage, index: Int)] = []
    var journalFailure: RunFailure?
    /// Entries that nothing depends on yet; they go along with the next ones that matter, again and again until these
    /// are committed.
    var pending: [JournalEntry] = []

    init(engine: Engine, pipeline: Pipeline, request: RunRequest) {
        self.engine = engine
        self.pipeline = pipeline
        self.request = request
        let now = engine.clock.now()
        file = request.file.map { path in
            Result { () throws(SourceFileError) in try SourceFile(opening: path, tree: engine.tree) }
        }
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: engine, now: now)
        run = RunRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash,
            file: request.file.map(\.description), owner: inputs.owner, inputs: inputs.values, startedAt: now,
            keyTimestamp: KeyClock.next(now))
        state = RunState(
            facts: inputs.facts, inputs: inputs.values, env: inputs.env, trigger: request.trigger, run: run,
            secrets: engine.secrets)
        if let error = inputs.error {
            state.end(.failed, RunFailure(stage: "", kind: error.kind, message: error.message))
        }
    }

    /// Runs all stages and handlers, takes back what has to be taken back, and records the end.
    mutating func run(index: Int) async -> RunResult {
        engine.observe(.runStarted(index: index, run))
        do {
            _ = try await engine.journal.start(run, stages: [], limit: nil, key: nil)
        } catch {
            note(journal: error)
        }
        for stage in pipeline.stages { await perform(stage) }
        if state.outcome != .succeeded { await undoEffects() }
        await runHandlers()
        let result = await finish()
        engine.observe(.runFinished(index: index, result))
        return result
    }

    /// The handlers of the outcome, then `finally`. A handler that fails does not hide the first error, and ends a run
    /// that had succeeded as failed.
    private mutating func runHandlers() async {
        let handlers =
            switch state.outcome {
            case .succeeded: pipeline.onSuccess
            case .rejected: pipeline.onRejected
            case .failed: pipeline.onFailure
            case .cancelled, .skipped, .running: [PipelineStage]()
            }
        let outcome = state.outcome
        for group in [handlers, pipeline.finally] {
            state.beginHandlers(outcome)
            for stage in group { await perform(stage) }
        }
        state.endHandlers(outcome)
    }

    private mutating func finish() async -> RunResult {
        run.status = state.outcome
        run.error = state.failure
        run.document = state.document
        run.finishedAt = engine.clock.now()
        run.durationMilliseconds = (ContinuousClock.now - started).milliseconds
        do {
            try await engine.journal.commit(pending + [.runFinished(run)])
            pending = []
        } catch {
            note(journal: error)
        }
        if let journalFailure, run.status == .succeeded {
            run.status = .failed
            run.error = journalFailure
        }
        return RunResult(run: run, stages: stages, journalFailure: journalFailure)
    }

    private mutating func note(journal error: any Error) {
        let error = StageError(error)
        journalFailure = RunFailure(stage: "", kind: error.kind, message: error.message)
    }
}

extension Duration {
    /// As a number, for records and messages.
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
