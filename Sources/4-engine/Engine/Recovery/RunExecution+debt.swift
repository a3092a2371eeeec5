internal import Pipelines
internal import Platform

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
