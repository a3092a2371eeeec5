internal import Pipelines
internal import Platform

extension RunExecution {
    /// Takes back the effects of the stages that had succeeded, last one first, after the run was rejected, failed or
    /// cancelled. One that cannot be taken back is recorded and does not keep the others from it.
    mutating func undoEffects() async {
        for (stage, index) in effects.reversed() {
            let context = self.context(for: stage, attempt: 1)
            let outputs = stages[index].outputs
            do {
                switch stage.bound.work {
                case .pure: continue
                case .effect(_, _, _, _, let undo):
                    try await undo(outputs, context)
                case .transactional(_, _, let undo):
                    let earlier = pending
                    try await engine.journal.transact {
                        try undo(outputs, context, $0)
                    } recording: { _ in
                        earlier
                    }
                    pending = []
                }
                stages[index].undo = StageUndo(.undone, attempts: 1)
                state.takeBack(stage)
            } catch {
                stages[index].undo = StageUndo(.failed, attempts: 1, message: StageError(error).message)
            }
            pending.append(.stage(run: run.id, stages[index]))
        }
    }
}
