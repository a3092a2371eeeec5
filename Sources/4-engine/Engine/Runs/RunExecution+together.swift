internal import Pipelines
internal import Platform

/// Transactional stages that follow each other wait for nothing but the database, so they are done in one transaction: one
/// wait for it instead of one for each, and with the last of them the run's end.
extension RunExecution {
    /// What came of stages that were done together.
    private struct Together: Sendable {
        var records: [StageRecord] = []
        /// The run as it ended; nil: more is to come.
        var ended: RunRecord?
    }

    /// Performs the transactional stages that come next, if that saves a transaction, and takes them from `rest`. When one
    /// of them cannot be done nothing of it has happened: each is then performed by itself, with its own tries.
    ///
    /// - Returns: whether they are done.
    /// - Throws: `FencedError`
    mutating func performTogether(_ rest: inout ArraySlice<PipelineStage>) async throws -> Bool {
        let chain = transactionalStages(of: rest)
        let isLast = chain.count == rest.count && pipeline.onSuccess.isEmpty && pipeline.finally.isEmpty
        guard chain.count > 1 || isLast && !chain.isEmpty else { return false }
        if isLast { Failpoint.pass("engine.before-finish", of: run.file) }
        let together: Together
        do {
            let (runner, state, earlier) = (runner, state, pending)
            let end = isLast ? self : nil
            together = try await engine.journal.transact(durable: isLast) { transaction in
                try Self.perform(chain, runner, state, in: transaction, end: end)
            } recording: { together in
                earlier + together.records.map { .stage(run: runner.run.id, $0) }
                    + (together.ended.map { [.runFinished($0)] } ?? [])
            }
        } catch let error as FencedError {
            throw error
        } catch {
            // What it was is found out, told and tried again stage by stage.
            isOneByOne = true
            return false
        }
        pending = []
        rest = rest.dropFirst(chain.count)
        if let ended = together.ended { (run, isEnded) = (ended, true) }
        Failpoint.pass("engine.transaction-done", of: run.file)
        for (stage, record) in zip(chain, together.records) { take(record, of: stage) }
        if isEnded { Failpoint.pass("engine.finished", of: run.file) }
        return true
    }

    private func transactionalStages(of rest: ArraySlice<PipelineStage>) -> ArraySlice<PipelineStage> {
        guard !isOneByOne, state.outcome == .succeeded, !Task.isCancelled, !control.isSuspended,
            run.crashes < Engine.maxCrashes
        else { return [] }
        return rest.prefix { stage in
            stage.bound.isTransactional && stage.loop == nil && stage.children.isEmpty
                && earlier[stage.position] == nil
        }
    }

    /// On the journal's thread, perhaps more than once.
    ///
    /// - Parameter end: the run, if it ends with these stages.
    private static func perform(
        _ chain: ArraySlice<PipelineStage>, _ runner: StageRunner, _ before: RunState,
        in transaction: any StageTransaction, end: RunExecution?
    ) throws -> Together {
        var (together, state) = (Together(), before)
        for stage in chain {
            let start = ContinuousClock.now
            var record = StageRecord(
                position: stage.position, id: stage.id, uses: stage.spec.name, startedAt: runner.starts.next())
            if let condition = stage.condition, try !condition.holds(in: state.environment(attempt: 1)) {
                record.status = .skipped
                record.durationMilliseconds = 0
                state.add(.skipped, of: stage)
            } else if case .transactional(let transactional) = stage.bound.work {
                record.attempts = 1
                record.outputs = try transactional.commit(runner.context(for: stage, state, attempt: 1), transaction)
                record.status = .succeeded
                record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
                state.add(record.outputs, of: stage)
            }
            together.records.append(record)
        }
        together.ended = end?.ended(state)
        return together
    }

    /// Takes in a stage that is on record already.
    private mutating func take(_ record: StageRecord, of stage: PipelineStage) {
        if record.status != .skipped {
            engine.observe(
                .stageStarted(run: run.id, stage: stage.id, attempt: record.attempts, of: stage.retry.maxAttempts))
        }
        settle(record, of: stage)
        if record.status != .skipped { Failpoint.pass("engine.stage-ended", of: run.file) }
        engine.observe(.stageFinished(run: run.id, record))
    }
}
