internal import Pipelines
internal import Platform

extension RunExecution {
    /// Takes back what this process did for a run that somebody else has ended without success meanwhile, such as by
    /// a cancellation by force: an effect that was still at work then was not there to be taken back. Of a run that goes on
    /// elsewhere nothing is touched: whoever has it asks the world.
    func takeBackUnseen() async {
        guard !control.isSuspended else { return }
        do {
            guard let detail = try await engine.journal.run(run.id), detail.run.status != .running,
                detail.run.status != .succeeded
            else { return }
            for stage in effects.reversed() where stage.loop == nil && !stage.isIrreversible && stage.undo == nil {
                let theirs = detail.stages.first { $0.position == stage.position }
                guard case .effect(_, _, _, _, let undo) = stage.bound.work, let record = stages[stage.position],
                    record.status == .succeeded, !record.isReused, theirs?.status != .succeeded, theirs?.undo == nil
                else { continue }
                try await undo(record.outputs, runner.context(for: stage, state, attempt: record.attempts))
            }
        } catch {
            engine.observe(.leftBehind(run: run.id, StageError(error).message))
        }
    }
}
