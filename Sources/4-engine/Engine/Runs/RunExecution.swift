internal import Documents
internal import Pipelines
internal import Platform

/// One run while it goes on.
struct RunExecution: Sendable {
    let engine: Engine
    let pipeline: Pipeline
    let continuation: Continuation?
    private let expected: ExpectedFile?
    /// See `InputResolution`; empty in a run that was begun already.
    let chosen: Set<String>
    let started = ContinuousClock.now
    let file: Result<SourceFile, SourceFileError>?
    let starts: StartClock
    let branches: BranchTracker
    /// The tasks that wait for it can be told to give it up.
    let control: RunControl

    var run: RunRecord
    var state: RunState
    /// By position.
    var stages: [Int: StageRecord] = [:]
    /// What a process that died had recorded, by position; what has been taken in is gone from it.
    var earlier: [Int: StageRecord] = [:]
    /// Stages that may have changed the world.
    var effects: [PipelineStage] = []
    var items: [StageRecord] = []
    var journalFailure: RunFailure?
    var isAbandoned = false
    /// It adds to the document of an earlier run.
    var isAddition = false
    /// Inputs that change nothing in that.
    var notTaken: [String] = []
    /// Its end is on record.
    var isEnded = false
    /// Transactional stages were tried together, and could not be done so.
    var isOneByOne = false
    /// Whether it was said that the run waits for others.
    var isAnnounced = false
    /// Entries that nothing depends on yet; they go along with the next ones that matter, again and again until these
    /// are committed.
    var pending: [JournalEntry] = []

    let runner: StageRunner

    init(engine: Engine, pipeline: Pipeline, request: RunRequest, permit: WorkerPermit, control: RunControl) {
        self.engine = engine
        self.pipeline = pipeline
        self.control = control
        continuation = request.continuation
        expected = request.expected
        let now = engine.clock.now()
        let file = SourceFile.open(request, tree: engine.tree)
        self.file = file
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: engine, now: now)
        chosen = inputs.chosen
        let origin = request.continuation?.origin.run
        var error = inputs.error
        var group: String?
        do {
            group = try engine.group(of: inputs, in: pipeline, trigger: request.trigger)
        } catch let failure {
            error = error ?? failure
        }
        run = RunRecord(
            id: request.id ?? Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash,
            file: request.shownFile, source: file.flatMap { (try? $0.get()).map { SourceIdentity($0) } },
            owner: inputs.owner, inputs: inputs.values, trigger: request.trigger,
            group: group,
            origin: request.continuation.map { RunOrigin(run: $0.origin.run.id, kind: $0.kind) },
            batch: request.batch, attempt: (origin?.attempt ?? 0) + 1, startedAt: now, keyTimestamp: KeyClock.next(now))
        branches = BranchTracker(engine.watched(permit, of: run.id), turn: engine.turn(of: run))
        starts = StartClock(after: now.microseconds, now: engine.clock.now)
        state = RunState(
            facts: inputs.facts, inputs: inputs.values, env: inputs.env, trigger: request.trigger, run: run,
            secrets: engine.secrets, variables: engine.variables)
        runner = StageRunner(
            engine: engine, run: run, file: file, starts: starts, branches: branches, control: control,
            continuation: continuation)
        if let error {
            state.end(.failed, RunFailure(stage: "", kind: error.kind, message: error.message))
        }
    }

    /// Of a run that this process has taken over.
    ///
    /// - Parameter origin: the run that it retries; nil: none.
    init(
        engine: Engine, pipeline: Pipeline, resuming detail: RunDetail, origin: RunDetail?, permit: WorkerPermit,
        control: RunControl
    ) {
        self.engine = engine
        self.pipeline = pipeline
        branches = BranchTracker(engine.watched(permit, of: detail.run.id), turn: engine.turn(of: detail.run))
        self.control = control
        expected = nil
        chosen = []
        continuation = origin.map { Continuation(origin: $0, kind: .retry, from: nil) }
        run = detail.run
        file = SourceFile.reopen(detail.run, tree: engine.tree)
        let inputs = InputResolution(pipeline: pipeline, resuming: detail.run, engine: engine)
        starts = StartClock(
            after: detail.stages.map(\.startedAt.microseconds).max() ?? detail.run.startedAt.microseconds,
            now: engine.clock.now)
        state = RunState(
            facts: inputs.facts, inputs: inputs.values, env: inputs.env, trigger: detail.run.trigger, run: detail.run,
            secrets: engine.secrets, variables: engine.variables)
        runner = StageRunner(
            engine: engine, run: run, file: file, starts: starts, branches: branches, control: control,
            continuation: continuation)
        for record in detail.stages { earlier[record.position] = record }
        if let error = inputs.error {
            state.end(.failed, RunFailure(stage: "", kind: error.kind, message: error.message))
        }
    }

    /// The result of a run whose file is not what was expected, or not where; nil: it is.
    private var unexpected: RunResult? {
        guard let expected, let file else { return nil }
        let reason: String
        switch file {
        case .success(let file):
            if expected.matches(file.status) { return nil }
            reason = "\(file.path) changed"
        case .failure(let error):
            // What may not be read may be the file that is expected.
            if error.code == .unreadable { return nil }
            reason = "\(run.file ?? "The file") went or was replaced"
        }
        var run = run
        run.status = .rejected
        run.error = RunFailure(
            stage: "", kind: SourceFileError.Code.changed.rawValue,
            message: "\(reason) before the run began, so it did not begin.")
        return RunResult(run: run, stages: [], journalFailure: nil, isAbandoned: true)
    }

    /// Begins the run, if it may, and carries it to its end.
    mutating func run(index: Int) async -> RunResult {
        if let result = unexpected { return result }
        if let continuation {
            for record in continuation.reused(in: pipeline, starts: starts) { earlier[record.position] = record }
        }
        if let result = await begin() {
            if result.duplicateOf == nil, !result.isAbandoned { engine.observe(.runStarted(index: index, result.run)) }
            return result
        }
        Failpoint.pass("engine.run-started", of: run.file)
        return await carryOut(index: index)
    }

    /// Runs what is left of the stages and handlers, takes back what has to be taken back, and records the end.
    mutating func carryOut(index: Int) async -> RunResult {
        engine.active.begin(run.id)
        engine.observe(.runStarted(index: index, run))
        do {
            var rest = pipeline.stages[...]
            while !(Task.isCancelled && state.isCancelled), let stage = rest.first {
                if try await performTogether(&rest) { continue }
                rest.removeFirst()
                try await perform(stage)
            }
            if isEnded { return result }
            if Task.isCancelled || state.outcome != .succeeded {
                try await uncancelled { [rest] execution in
                    for stage in rest { try await execution.perform(stage) }
                    if execution.state.outcome != .succeeded { try await execution.undoEffects() }
                    try await execution.runHandlers()
                    try await execution.finish()
                }
            } else {
                try await runHandlers()
                try await finish()
            }
        } catch is FencedError {
            isAbandoned = true
            await giveUp()
            await takeBackUnseen()
        } catch {
            isAbandoned = true
            note(journal: error)
            engine.active.markUnrecorded([run.id])
        }
        return result
    }

    /// The journal could not be told that the run works, so it does not.
    mutating func cannotWork(_ error: any Error) -> RunResult {
        isAbandoned = true
        note(journal: error)
        engine.active.markUnrecorded([run.id])
        return result
    }

    /// A run that is cancelled is taken back and recorded all the same, whenever that happens.
    ///
    /// - Throws: what `body` throws.
    mutating func uncancelled(
        _ body: @escaping @Sendable (inout RunExecution) async throws -> Void
    ) async throws {
        let copy = self
        let (execution, failure) = await control.end(on: engine.pool) {
            var copy = copy
            do {
                try await body(&copy)
                return (copy, nil as (any Error)?)
            } catch {
                return (copy, error)
            }
        }
        self = execution
        if let failure { throw failure }
    }

    /// Leaves the run for the next process that looks, if it is still this one's.
    mutating func giveUp() async {
        guard control.isSuspended, let leases = engine.leases else { return }
        do {
            if !pending.isEmpty { try await engine.journal.commit(pending) }
            try await leases.release([run.id])
        } catch is FencedError {
            return
        } catch {
            note(journal: error)
            engine.active.markUnrecorded([run.id])
        }
    }

    /// The handlers of the outcome, then `finally`. A handler that fails does not hide the first error, and ends a run
    /// that had succeeded as failed.
    private mutating func runHandlers() async throws {
        let handlers =
            switch state.outcome {
            case .succeeded: pipeline.onSuccess
            case .rejected: pipeline.onRejected
            case .failed: pipeline.onFailure
            case .cancelled, .skipped, .running: [PipelineStage]()
            }
        let outcome = state.outcome
        state.beginHandlers(outcome)
        for stage in handlers { try await perform(stage) }
        state.beginHandlers(outcome)
        if Task.isCancelled {
            try await uncancelled { execution in
                for stage in execution.pipeline.finally { try await execution.perform(stage) }
            }
        } else {
            for stage in pipeline.finally { try await perform(stage) }
        }
        state.endHandlers(outcome)
    }

    /// Writes what is pending.
    ///
    /// - Throws: `FencedError`; another failure of the journal is kept for the run's end.
    mutating func commit() async throws {
        do {
            try await engine.journal.commit(pending)
            pending = []
        } catch let error as FencedError {
            throw error
        } catch {
            note(journal: error)
        }
    }

    mutating func note(journal error: any Error) {
        let error = StageError(error)
        journalFailure = RunFailure(stage: "", kind: error.kind, message: error.message)
    }

    /// As it stands.
    var result: RunResult {
        RunResult(
            run: run, stages: stages.values.sorted { $0.position < $1.position }, items: items,
            journalFailure: journalFailure, notTaken: notTaken, isAbandoned: isAbandoned,
            mayAnnounce: pipeline.mayAnnounce)
    }
}

extension Duration {
    /// As a number, for records and messages.
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
