internal import Documents
internal import Pipelines
internal import Platform

/// Takes back what one stage, or one element of it, did: durably, and again when it fails.
struct UndoExecution {
    /// Seconds rather than minutes: whoever waits for the run's end waits for this too.
    static let rule: RetryRule = {
        var rule = RetryRule()
        rule.maxAttempts = 5
        rule.initial = TimeSpan(milliseconds: 500)
        rule.max = TimeSpan(milliseconds: 30_000)
        return rule
    }()

    let runner: StageRunner
    let stage: PipelineStage
    let state: RunState
    private(set) var record: StageRecord
    /// Whether a stage that was to be taken back before it still is to be.
    private let isAfterOwed: Bool
    private(set) var pending: [JournalEntry]

    private var engine: Engine { runner.engine }

    init(
        runner: StageRunner, stage: PipelineStage, state: RunState, record: StageRecord, isAfterOwed: Bool,
        pending: [JournalEntry]
    ) {
        self.runner = runner
        self.stage = stage
        self.state = state
        self.record = record
        self.isAfterOwed = isAfterOwed
        self.pending = pending
    }

    /// - Throws: `FencedError`; `StageError` of class `storage` when the database cannot be written; everything else is the
    ///   record's.
    mutating func perform() async throws {
        if stands {
            record.undo = StageUndo(.irreversible)
            return note()
        }
        var undo = record.undo ?? StageUndo(.running)
        undo.status = .running
        while true {
            undo.attempts += 1
            record.undo = undo
            do {
                let isThere = try await takeBack()
                if !isThere {
                    record.undo = nil
                    return
                }
                record.undo?.status = .undone
                record.undo?.message = nil
                if !(stage.undo?.bound ?? stage.bound).isTransactional { note() }
                Failpoint.pass("engine.undo-done", of: runner.run.file)
                return
            } catch let error as FencedError {
                throw error
            } catch let refusal as UndoRefusal {
                undo = record.undo ?? undo
                undo.message = refusal.message
                // What needs it may be what is owed.
                if isAfterOwed { return owe(undo) }
                undo.status = .irreversible
                record.undo = undo
                return note()
            } catch {
                // The next process does it again.
                if runner.control.isSuspended { throw FencedError(run: runner.run.id) }
                let error = StageError(error)
                undo = record.undo ?? undo
                undo.message = error.message
                let mayPass =
                    if case .failed(let errorClass) = error.outcome { Self.rule.errors.contains(errorClass) } else {
                        false
                    }
                guard mayPass, undo.attempts < Self.rule.maxAttempts else {
                    // What was done before it must not be taken back while it stands: a version would lose its object. The
                    // database cannot be written, so the run is left for a process that can.
                    if error.errorClass == .storage, (stage.undo?.bound ?? stage.bound).isTransactional { throw error }
                    return mayPass ? owe(undo) : fail(undo)
                }
                let wait = Self.rule.wait(afterFailures: undo.attempts, random: engine.clock.random())
                do {
                    try await engine.clock.sleep(.milliseconds(wait.milliseconds))
                } catch {
                    if runner.control.isSuspended { throw FencedError(run: runner.run.id) }
                    return fail(undo)
                }
            }
        }
    }

    /// Whether nothing takes it back: as the pipeline or the stage says, or because the stage that has done it has no undo.
    private var stands: Bool {
        if stage.isIrreversible { return true }
        if stage.undo != nil { return false }
        return stage.spec.effect == .irreversible
            || (record.status == .succeeded && !stage.bound.isPure && !stage.bound.isUndoable)
    }

    /// It is tried again after the run's end.
    private mutating func owe(_ undo: StageUndo) {
        record.undo = undo
        note()
    }

    private mutating func fail(_ undo: StageUndo) {
        record.undo = undo
        record.undo?.status = .failed
        note()
    }

    private mutating func note() {
        pending.append(.stage(run: runner.run.id, record))
    }

    /// - Returns: false when the stage had failed and had no effect.
    private mutating func takeBack() async throws -> Bool {
        let context = runner.context(for: stage, item: record.item, state, attempt: record.attempts)
        if record.status != .succeeded {
            // It had begun, and nobody knows how far it got.
            guard case .effect(let effect) = stage.bound.work, let intent = record.intent,
                let outputs = try await effect.probe(intent, context)
            else { return false }
            record.outputs = outputs
        }
        try await withdraw(context)
        if let undo = stage.undo {
            let state = state.with(record.outputs, of: stage)
            // A name of its own, since what it announces is made of it, as what the stage announced is.
            try await perform(
                undo.bound,
                runner.context(for: stage, named: "\(stage.id).undo", item: record.item, state, attempt: 1))
            return true
        }
        switch stage.bound.work {
        case .pure: return false
        case .effect(let effect): try await effect.undo(record.outputs, context)
        case .transactional(let transactional):
            let outputs = record.outputs
            try await transact { try transactional.undo(outputs, context, $0) }
        }
        return true
    }

    /// Takes the effect out of the catalog, where it is one that the catalog tells of, before it is taken back.
    private mutating func withdraw(_ context: StageContext) async throws {
        guard let entry = stage.bound.entry else { return }
        let (outputs, entries) = (record.outputs, pending + [.stage(run: runner.run.id, record)])
        try await engine.journal.transact {
            try entry.withdraw(outputs, context, $0.catalog)
        } recording: { _ in
            entries
        }
        pending = []
        Failpoint.pass("engine.entry-withdrawn", of: runner.run.file)
    }

    /// The pipeline's own way.
    private mutating func perform(_ bound: BoundStage, _ context: StageContext) async throws {
        switch bound.work {
        case .pure(let run): _ = try await run(context)
        case .effect(let effect):
            if let begun = record.undo?.intent {
                // It may have happened, in this process or in one that died.
                if try await effect.probe(begun, context) != nil { return }
                if stage.undo?.spec.effect == .irreversible {
                    throw StageError.failed(
                        .permanent, "unknown-outcome",
                        "The undo of stage `\(stage.id)` was begun, it is unknown whether it is done, and it cannot be "
                            + "repeated.")
                }
            }
            let planned = try record.undo?.intent ?? effect.intent(context)
            record.undo?.intent = planned
            try await engine.journal.commit(pending + [.stage(run: runner.run.id, record)])
            pending = []
            Failpoint.pass("engine.undo-intent-recorded", of: runner.run.file)
            _ = try await effect.perform(planned, context)
        case .transactional(let transactional):
            try await transact { _ = try transactional.commit(context, $0) }
        }
    }

    private mutating func transact(_ body: @escaping @Sendable (any StageTransaction) throws -> Void) async throws {
        var done = record
        done.undo?.status = .undone
        done.undo?.message = nil
        let entries = pending + [.stage(run: runner.run.id, done)]
        try await engine.journal.transact(body) { _ in entries }
        pending = []
    }
}
