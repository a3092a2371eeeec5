internal import Documents
internal import Pipelines
internal import Platform

extension RunExecution {
    /// Runs a stage with all its attempts, or skips it, and records what came of it.
    mutating func perform(_ stage: PipelineStage) async {
        var record = StageRecord(
            position: stages.count, id: stage.id, uses: stage.spec.name, startedAt: engine.clock.now())
        let start = ContinuousClock.now
        do {
            guard try isWanted(stage) else { return skip(stage, record) }
            let outputs = try await attempts(of: stage, record: &record)
            record.status = .succeeded
            record.outputs = outputs
            state.add(outputs, of: stage)
        } catch {
            let error = error as? StageError ?? Self.stageError(error)
            let failure = RunFailure(stage: stage.id, kind: error.kind, message: error.message)
            record.error = failure
            record.status = Self.status(of: error)
            state.add(record.status, of: stage)
            if !(stage.continueOnError && record.status == .failed) {
                state.end(RunStatus(rawValue: record.status.rawValue) ?? .failed, failure)
            }
        }
        record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        stages.append(record)
        if record.status == .succeeded, !stage.bound.isPure { effects.append((stage, record.position)) }
        // What a transactional stage gave was recorded in its own transaction.
        if !(record.status == .succeeded && stage.bound.isTransactional) {
            pending.append(.stage(run: run.id, record))
        }
        engine.observe(.stageFinished(run: run.id, record))
    }

    /// Whether the stage's condition holds; without one, whether the run goes on normally.
    private func isWanted(_ stage: PipelineStage) throws -> Bool {
        if Task.isCancelled, !state.isCancelled { throw CancellationError() }
        guard let condition = stage.condition else { return state.isNormal }
        guard state.isNormal || condition.usesStatus else { return false }
        return try condition.holds(in: environment(attempt: 1))
    }

    private mutating func skip(_ stage: PipelineStage, _ record: StageRecord) {
        var record = record
        record.status = .skipped
        record.durationMilliseconds = 0
        state.add(.skipped, of: stage)
        stages.append(record)
        pending.append(.stage(run: run.id, record))
        engine.observe(.stageFinished(run: run.id, record))
    }

    /// Tries until it succeeds, is rejected, or may not be tried again.
    private mutating func attempts(of stage: PipelineStage, record: inout StageRecord) async throws -> Record {
        let start = ContinuousClock.now
        while true {
            record.attempts += 1
            let attempt = record.attempts
            engine.observe(
                .stageStarted(run: run.id, stage: stage.id, attempt: attempt, of: stage.retry.maxAttempts))
            let attemptStart = (engine.clock.now(), ContinuousClock.now)
            do {
                let outputs = try await limited(stage, record: &record, since: start)
                if attempt > 1 { note(attempt, .succeeded, attemptStart, nil, position: record.position) }
                return outputs
            } catch {
                let failure = error as? StageError ?? Self.stageError(error)
                let shown = RunFailure(stage: stage.id, kind: failure.kind, message: failure.message)
                note(attempt, Self.status(of: failure), attemptStart, shown, position: record.position)
                guard case .failed(let errorClass) = failure.outcome, !Task.isCancelled,
                    stage.retry.errors.contains(errorClass), attempt < stage.retry.maxAttempts
                else { throw failure }
                let wait = Duration.milliseconds(
                    stage.retry.wait(afterFailures: attempt, random: engine.clock.random()).milliseconds)
                if let deadline = stage.deadline,
                    ContinuousClock.now - start + wait > .milliseconds(deadline.milliseconds)
                {
                    throw failure
                }
                engine.observe(
                    .retrying(
                        run: run.id, stage: stage.id, attempt: attempt, of: stage.retry.maxAttempts, wait: wait, shown))
                try await engine.clock.sleep(wait)
            }
        }
    }

    /// One attempt within the stage's timeout and what is left of its deadline.
    private mutating func limited(
        _ stage: PipelineStage, record: inout StageRecord, since start: ContinuousClock.Instant
    ) async throws -> Record {
        let context = self.context(for: stage, attempt: record.attempts)
        switch stage.bound.work {
        case .pure(let run):
            return try await within(stage, since: start) { try await run(context) }
        case .effect(let intent, let perform, _, _, _):
            let planned = try record.intent ?? intent(context)
            record.intent = planned
            try await engine.journal.commit(pending + [.stage(run: run.id, record)])
            pending = []
            return try await within(stage, since: start) { try await perform(planned, context) }
        case .transactional(let commit, _, _):
            let (id, unfinished) = (run.id, record)
            let begun = ContinuousClock.now
            let earlier = pending
            let outputs = try await engine.journal.transact { transaction in
                try commit(context, transaction)
            } recording: { outputs in
                var done = unfinished
                done.status = .succeeded
                done.outputs = outputs
                done.durationMilliseconds = (ContinuousClock.now - begun).milliseconds
                return earlier + [.stage(run: id, done)]
            }
            pending = []
            return outputs
        }
    }

    private func within(
        _ stage: PipelineStage, since start: ContinuousClock.Instant,
        _ body: @escaping @Sendable () async throws -> Record
    ) async throws -> Record {
        var limit = stage.timeout
        if let deadline = stage.deadline {
            let left = deadline.milliseconds - Int64((ContinuousClock.now - start).milliseconds)
            limit = TimeSpan(milliseconds: max(1, min(left, limit?.milliseconds ?? .max)))
        }
        guard let limit else { return try await body() }
        let id = stage.id
        return try await withTimeout(
            limit, clock: engine.clock, message: "Stage `\(id)` took longer than \(limit).", body)
    }

    private mutating func note(
        _ number: Int, _ status: StageStatus, _ start: (Timestamp, ContinuousClock.Instant), _ error: RunFailure?,
        position: Int
    ) {
        pending.append(
            .attempt(
                run: run.id,
                AttemptRecord(
                    position: position, number: number, status: status, startedAt: start.0,
                    durationMilliseconds: (ContinuousClock.now - start.1).milliseconds, error: error)))
    }

    func context(for stage: PipelineStage, attempt: Int) -> StageContext {
        let (observe, run, id) = (engine.observe, run, stage.id)
        return StageContext(
            run: run.id, pipeline: run.pipeline, stage: id, attempt: attempt, startedAt: run.startedAt,
            keyTimestamp: run.keyTimestamp, owner: run.owner, file: file, facts: state.facts,
            resources: engine.resources, environment: environment(attempt: attempt),
            progress: { observe(.progress(run: run.id, stage: id, done: $0, total: $1)) })
    }

    private func environment(attempt: Int) -> Environment {
        state.environment(attempt: attempt)
    }

    /// Cancellation is an end of its own; everything else is what the error says.
    private static func stageError(_ error: any Error) -> StageError {
        error is CancellationError
            ? StageError(.failed(.other), "cancelled", "Cancelled before it was done.") : StageError(error)
    }

    private static func status(of error: StageError) -> StageStatus {
        switch error.outcome {
        case .rejected: .rejected
        case .failed: error.kind == "cancelled" ? .cancelled : .failed
        }
    }
}
