internal import Documents
internal import Pipelines
internal import Platform

extension RunExecution {
    private static let undoPage = 200

    /// Takes back the effects of the stages that had begun, last one first, after the run was rejected, failed or
    /// cancelled. One that cannot be taken back is recorded and does not keep the others from it.
    ///
    /// - Throws: `FencedError`
    mutating func undoEffects() async throws {
        let targets = effects.sorted { start(of: $0) > start(of: $1) }
        guard !targets.isEmpty else { return }
        // Why it is taken back has to be known before it is.
        try await commit()
        Failpoint.pass("engine.undo-begun", of: run.file)
        for stage in targets {
            if control.isSuspended { throw FencedError(run: run.id) }
            if stage.loop != nil {
                try await undoElements(of: stage)
            } else if let record = stages[stage.position] {
                let done = try await undo(record, of: stage, seeing: state) ?? record
                stages[stage.position] = done
                if done.undo?.status == .undone { state.takeBack(stage) }
            }
        }
    }

    private func start(of stage: PipelineStage) -> Int64 { stages[stage.position]?.startedAt.microseconds ?? 0 }

    /// - Returns: nil when there was nothing to do.
    private mutating func undo(
        _ record: StageRecord, of stage: PipelineStage, seeing state: RunState
    ) async throws -> StageRecord? {
        if record.isReused { return nil }
        switch record.undo?.status {
        case .undone?, .failed?, .irreversible?: return nil
        case .running?, nil: break
        }
        if run.crashes >= Engine.maxCrashes * 2, run.debt == nil {
            var record = record
            var undo = record.undo ?? StageUndo(.running)
            undo.message = "Put off, since the process has died \(run.crashes) times in this run."
            record.undo = undo
            pending.append(.stage(run: run.id, record))
            return record
        }
        let isOwing = stages.contains { $0.key != stage.position && $0.value.isOwing }
        var execution = UndoExecution(
            runner: runner, stage: stage, state: state, record: record, isAfterOwed: isOwing, pending: pending)
        try await execution.perform()
        pending = execution.pending
        let done = execution.record
        if pending.isEmpty { return done }
        // One by one, so that a run which is not this process's any more is left alone.
        do {
            try await engine.journal.transact({ _ in }, recording: { [pending] in pending })
            pending = []
        } catch let error as FencedError {
            throw error
        } catch {
            // They go along with the next commit.
            note(journal: error)
        }
        return done
    }

    /// Elements start in the order of the list, so the last ones come first, a page at a time.
    private mutating func undoElements(of stage: PipelineStage) async throws {
        guard let whole = stages[stage.position], !whole.isReused, !stage.isPure else { return }
        var (undone, failed, owed): (Int, String?, String?) = (0, nil, nil)
        var stands = stage.isIrreversible
        // Without them, only an undo that asks for its element fails.
        let elements = try? stage.loop?.list.value(in: state.environment(attempt: 1)).list
        do {
            var end = (try await engine.journal.lastItem(ofRun: run.id, position: stage.position) ?? -1) + 1
            while end > 0 {
                let start = max(0, end - Self.undoPage)
                let page = try await engine.journal.items(
                    ofRun: run.id, position: stage.position, after: start - 1, limit: end - start)
                for record in page.reversed() where record.status != .skipped {
                    if control.isSuspended { throw FencedError(run: run.id) }
                    var seen = state
                    if let name = stage.loop?.name, let index = record.item, let elements, index < elements.count {
                        seen = state.with(name, elements[index])
                    }
                    let done = try await undo(record, of: stage, seeing: seen) ?? record
                    switch done.undo?.status {
                    case .undone?: undone += 1
                    case .failed?: failed = failed ?? done.undo?.message ?? ""
                    case .running?: owed = owed ?? done.undo?.message ?? ""
                    case .irreversible?: stands = true
                    case nil: break
                    }
                }
                end = start
            }
        } catch let error as FencedError {
            throw error
        } catch {
            if control.isSuspended { throw FencedError(run: run.id) }
            if (error as? StageError)?.errorClass == .storage, stage.bound.isTransactional { throw error }
            note(journal: error)
            failed = StageError(error).message
        }
        var record = whole
        record.undo =
            if let owed {
                StageUndo(.running, attempts: 1, message: owed)
            } else if let failed { StageUndo(.failed, attempts: 1, message: failed) } else if stands {
                StageUndo(.irreversible)
            } else { StageUndo(.undone, attempts: 1) }
        if undone > 0 { state.takeBack(stage) }
        if undone > 0 || failed != nil || owed != nil || stands {
            stages[stage.position] = record
            pending.append(.stage(run: run.id, record))
        }
    }
}

/// Taking back is never dropped: what could not be taken back at the run's end is owed, and tried again by later starts.
extension RunExecution {
    /// What the run's end leaves to be taken back; nil: nothing.
    var debt: UndoDebt? {
        guard run.status != .succeeded, stages.values.contains(where: \.isOwing) else { return nil }
        // Of a run that its process died of, the next start may try at once; otherwise it was just tried several times.
        let wait = run.crashes >= Engine.maxCrashes * 2 ? .zero : UndoDebt.wait(afterTries: 1)
        return UndoDebt(due: engine.clock.now().advanced(by: wait))
    }

    /// Takes back what the run, which has ended, still owes, and records that with the end that it had. Nothing else of
    /// the run is done again.
    mutating func settleDebt() async -> RunResult {
        engine.active.begin(run.id)
        for stage in pipeline.stages { takeIn(stage) }
        do {
            try await uncancelled { execution in
                try await execution.undoEffects()
                execution.run.status = execution.run.debt?.endedAs ?? .failed
                let rest = execution.stages.values.contains(where: \.isOwing)
                execution.run.debt = rest ? execution.run.debt.map { UndoDebt(due: $0.due, tries: $0.tries) } : nil
                execution.pending.append(.runFinished(execution.run))
                execution.journalFailure = nil
                try await execution.commit()
            }
            if journalFailure != nil { engine.active.markUnrecorded([run.id]) }
        } catch is FencedError {
            isAbandoned = true
            await giveUp()
        } catch {
            isAbandoned = true
            note(journal: error)
            engine.active.markUnrecorded([run.id])
        }
        return result
    }
}

extension StageRecord {
    /// Whether taking it back has begun and is not done.
    var isOwing: Bool { undo?.status == .running }
}
