internal import Pipelines
internal import Platform

extension RunExecution {
    private static let undoPage = 200
    private static let mostPending = 256

    /// Takes back the effects of the stages that had begun, last one first, after the run was rejected, failed or
    /// cancelled. One that cannot be taken back is recorded and does not keep the others from it.
    ///
    /// - Throws: `FencedError`
    mutating func undoEffects() async throws {
        let targets = effects.sorted { start(of: $0) > start(of: $1) }
        guard !targets.isEmpty else { return }
        // Why it is taken back has to be known before it is.
        try await commit()
        Failpoint.pass("engine.undo-begun")
        for stage in targets {
            if stage.loop != nil {
                try await undoElements(of: stage)
            } else if let record = stages[stage.position], let done = try await undo(record, of: stage) {
                stages[stage.position] = done
                if done.undo?.status == .undone { state.takeBack(stage) }
            }
        }
    }

    private func start(of stage: PipelineStage) -> Int64 { stages[stage.position]?.startedAt.microseconds ?? 0 }

    /// - Returns: nil when there was nothing to do.
    private mutating func undo(_ record: StageRecord, of stage: PipelineStage) async throws -> StageRecord? {
        if record.isReused { return nil }
        switch record.undo?.status {
        case .undone?, .failed?, .irreversible?: return nil
        case .running?, nil: break
        }
        if run.crashes >= Engine.mostCrashes * 2 {
            var record = record
            record.undo = StageUndo(
                .failed, attempts: record.undo?.attempts ?? 0,
                message: "Not tried again, since the process has died \(run.crashes) times in this run.")
            pending.append(.stage(run: run.id, record))
            return record
        }
        var execution = UndoExecution(
            runner: runner, stage: stage, state: state, record: record, pending: pending)
        do {
            try await execution.perform()
            pending = execution.pending
            if pending.count >= Self.mostPending {
                try await engine.journal.transact({ _ in }, recording: { [pending] in pending })
                pending = []
            }
            return execution.record
        } catch let error as FencedError {
            throw error
        }
    }

    /// Elements start in the order of the list, so the last ones come first, a page at a time.
    private mutating func undoElements(of stage: PipelineStage) async throws {
        guard let whole = stages[stage.position], !whole.isReused else { return }
        var (undone, failed): (Int, String?) = (0, nil)
        var end = itemCounts[stage.position] ?? 0
        while end > 0 {
            let start = max(0, end - Self.undoPage)
            let page = try await engine.journal.items(
                ofRun: run.id, position: stage.position, after: start - 1, limit: end - start)
            for record in page.reversed() where !stage.isPure && record.status != .skipped {
                guard let done = try await undo(record, of: stage) else { continue }
                switch done.undo?.status {
                case .undone?: undone += 1
                case .failed?: failed = failed ?? done.undo?.message ?? ""
                case .irreversible?, .running?, nil: break
                }
            }
            end = start
        }
        var record = whole
        record.undo =
            if let failed { StageUndo(.failed, attempts: 1, message: failed) } else if stage.isIrreversible {
                StageUndo(.irreversible)
            } else { StageUndo(.undone, attempts: 1) }
        if undone > 0 { state.takeBack(stage) }
        if undone > 0 || failed != nil || stage.isIrreversible {
            stages[stage.position] = record
            pending.append(.stage(run: run.id, record))
        }
    }
}
