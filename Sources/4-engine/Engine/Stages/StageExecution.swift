internal import Documents
internal import Pipelines
internal import Platform

/// One stage, or one element of a stage with `for-each`, while its attempts go on.
struct StageExecution {
    let runner: StageRunner
    let stage: PipelineStage
    let state: RunState
    private(set) var record: StageRecord
    private(set) var pending: [JournalEntry]
    /// When the first attempt began, as far as the deadline is concerned.
    private let begun: ContinuousClock.Instant
    private let isResumed: Bool

    private var engine: Engine { runner.engine }

    /// Shorter waits are not recorded: after a crash they are over.
    private static let shortestRecordedWait = Duration.seconds(1)

    /// - Parameter earlier: what a process that died recorded of it.
    init(
        runner: StageRunner, stage: PipelineStage, state: RunState, item: Int?, earlier: StageRecord?,
        pending: [JournalEntry]
    ) {
        self.runner = runner
        self.stage = stage
        self.state = state
        self.pending = pending
        isResumed = earlier != nil
        record =
            earlier
            ?? StageRecord(
                position: stage.position, item: item, id: stage.id, uses: stage.spec.name,
                startedAt: runner.starts.next())
        let passed = earlier.map { runner.engine.clock.now().microseconds - $0.startedAt.microseconds } ?? 0
        begun = .now - .microseconds(max(0, passed))
    }

    /// Tries until it succeeds, is rejected, or may not be tried again.
    mutating func perform() async -> StageOutcome {
        let start = ContinuousClock.now
        do {
            if isResumed, let outputs = try await continueInterrupted() {
                record.outputs = try await entered(
                    outputs, runner.context(for: stage, item: record.item, state, attempt: record.attempts))
            } else {
                record.outputs = try await attempts()
            }
            record.status = .succeeded
            record.error = nil
        } catch is FencedError {
            return abandoned
        } catch {
            let error = self.error(of: error)
            if isCut(short: error) { return abandoned }
            record.error = RunFailure(
                stage: stage.id, kind: error.kind, message: error.message, errorClass: error.errorClass)
            record.status = Self.status(of: error)
        }
        record.retryAt = nil
        record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        // What a stage gave that writes the catalog was recorded in its own transaction.
        if !(record.status == .succeeded && stage.bound.isCommitted) {
            pending.append(.stage(run: runner.run.id, record))
        }
        // Nobody could tell a later process that it is done.
        if record.status == .succeeded, stage.spec.effect == .irreversible {
            do {
                try await engine.journal.commit(pending)
                pending = []
            } catch is FencedError {
                return abandoned
            } catch {
                // It goes along with the next commit.
            }
        }
        return StageOutcome(record: record, pending: pending)
    }

    /// Nothing of this stage is recorded: the next process finds it as it had been at its last commit.
    private var abandoned: StageOutcome {
        let others = pending.filter { entry in
            if case .attempt(_, let attempt) = entry { attempt.position != record.position } else { true }
        }
        return StageOutcome(record: record, pending: others, isAbandoned: true)
    }

    /// What a failure means: of a run that is cancelled or given up, that it was cut short, in whatever words.
    private func error(of error: any Error) -> StageError {
        let error = error as? StageError ?? Self.stageError(error)
        if case .failed = error.outcome, Task.isCancelled { return Self.stageError(CancellationError()) }
        return changeOfSource(behind: error) ?? error
    }

    /// What was judged is not what lies there: a verdict about bytes that somebody was writing is none about the document.
    ///
    /// - Returns: that the file has changed since the run opened it; nil: it has not, or the verdict does not come of it.
    private func changeOfSource(behind error: StageError) -> StageError? {
        guard error.outcome == .rejected, case .success(let file)? = runner.file else { return nil }
        do {
            try file.verifyUnchanged()
            return nil
        } catch {
            let change = StageError(error)
            return change.outcome == .rejected ? change : nil
        }
    }

    /// Whether the stage stopped only because its run is given up: then there is nothing to record of it.
    private func isCut(short error: StageError) -> Bool { runner.control.isSuspended && error.kind == "cancelled" }

    /// After a crash: waits as long as had been decided, or asks the world how far the attempt got.
    ///
    /// - Returns: the outputs, if it is done.
    private mutating func continueInterrupted() async throws -> Record? {
        if let retryAt = record.retryAt {
            try await wait(.microseconds(max(0, retryAt.microseconds - engine.clock.now().microseconds)))
            record.retryAt = nil
            return nil
        }
        guard record.attempts > 0 else { return nil }
        record.interruptions += 1
        let interruption = RunFailure(
            stage: stage.id, kind: "interrupted", message: "The process ended before the attempt did.")
        note(.interrupted, since: record.startedAt, milliseconds: 0, interruption)
        guard case .effect(let effect) = stage.bound.work, let intent = record.intent else { return nil }
        if let outputs = try await ask(effect.probe, intent) { return outputs }
        if stage.spec.effect == .irreversible {
            throw StageError.failed(
                .permanent, "unknown-outcome",
                "The process ended while stage `\(stage.id)` was at work, and it is unknown whether it is done. "
                    + "It cannot be repeated or undone: look, and then retry or discard the run.")
        }
        return nil
    }

    /// Asks until there is an answer: the world may be as much in trouble as this process was. A question without an
    /// answer counts as an attempt.
    private mutating func ask(
        _ probe: @escaping @Sendable (Record, StageContext) async throws -> Record?, _ intent: Record
    ) async throws -> Record? {
        while true {
            let context = runner.context(for: stage, item: record.item, state, attempt: record.attempts)
            let (at, start) = (engine.clock.now(), ContinuousClock.now)
            do {
                return try await within(deadline: nil) { try await probe(intent, context) }
            } catch {
                let error = self.error(of: error)
                if error.kind == "cancelled" { throw error }
                record.attempts += 1
                let failure = failure(error)
                note(.failed, since: at, milliseconds: (ContinuousClock.now - start).milliseconds, failure)
                // Not on record: a process that goes on from here has to ask again, not to try.
                let wait = try waitAllowed(after: error, failure)
                try await runner.branches.waiting { try await engine.clock.sleep(wait) }
            }
        }
    }

    private func failure(_ error: StageError) -> RunFailure {
        RunFailure(stage: stage.id, kind: error.kind, message: error.message, errorClass: error.errorClass)
    }

    private mutating func attempts() async throws -> Record {
        while true {
            record.attempts += 1
            engine.observe(
                .stageStarted(run: runner.run.id, stage: stage.id, attempt: record.attempts, of: maxAttempts))
            let (at, start) = (engine.clock.now(), ContinuousClock.now)
            do {
                try Task.checkCancellation()
                let outputs = try await attempt()
                if record.attempts > 1 {
                    note(.succeeded, since: at, milliseconds: (ContinuousClock.now - start).milliseconds, nil)
                }
                return outputs
            } catch let error as FencedError {
                throw error
            } catch {
                let error = self.error(of: error)
                if isCut(short: error) { throw error }
                let failure = failure(error)
                note(
                    Self.status(of: error), since: at, milliseconds: (ContinuousClock.now - start).milliseconds,
                    failure)
                try await wait(waitAllowed(after: error, failure))
                record.retryAt = nil
                if let outputs = try await doneAlready() { return outputs }
            }
        }
    }

    /// Whether an attempt that failed has done after all what must not be done twice: only the world can tell, and only of an
    /// effect that has a way to ask.
    private mutating func doneAlready() async throws -> Record? {
        guard stage.spec.effect == .irreversible, let intent = record.intent,
            case .effect(let effect) = stage.bound.work
        else { return nil }
        return try await ask(effect.probe, intent)
    }

    /// Tries that the end of a process cut short do not count.
    private var maxAttempts: Int { stage.retry.maxAttempts + record.interruptions }

    /// How long to wait before the next attempt.
    ///
    /// - Throws: `error` when it is final.
    private func waitAllowed(after error: StageError, _ failure: RunFailure) throws -> Duration {
        let failures = record.attempts - record.interruptions
        guard case .failed(let errorClass) = error.outcome, !Task.isCancelled,
            stage.retry.errors.contains(errorClass), failures < stage.retry.maxAttempts
        else { throw error }
        let wait = Duration.milliseconds(
            stage.retry.wait(afterFailures: failures, random: engine.clock.random()).milliseconds)
        if let deadline = stage.deadline, ContinuousClock.now - begun + wait > .milliseconds(deadline.milliseconds) {
            throw error
        }
        engine.observe(
            .retrying(
                run: runner.run.id, stage: stage.id, attempt: record.attempts, of: maxAttempts, wait: wait, failure))
        return wait
    }

    /// Long waits are recorded, so that they survive a restart, and take no worker.
    private mutating func wait(_ wait: Duration) async throws {
        guard wait >= Self.shortestRecordedWait else { return try await engine.clock.sleep(wait) }
        record.retryAt = engine.clock.now().advanced(by: wait)
        do {
            try await engine.journal.commit(pending + [.stage(run: runner.run.id, record)])
            pending = []
            Failpoint.pass("engine.waiting", of: runner.run.file)
        } catch let error as FencedError {
            throw error
        } catch {
            // The wait itself needs no record; the entries go along with the next commit.
        }
        try await runner.branches.waiting { try await engine.clock.sleep(wait) }
    }

    /// One attempt within the stage's timeout and what is left of its deadline.
    private mutating func attempt() async throws -> Record {
        let context = runner.context(for: stage, item: record.item, state, attempt: record.attempts)
        switch stage.bound.work {
        case .pure(let run):
            return try await within(deadline: stage.deadline) { try await run(context) }
        case .effect(let effect):
            let planned = try record.intent ?? effect.intent(context)
            record.intent = planned
            try await engine.journal.commit(pending + [.stage(run: runner.run.id, record)])
            pending = []
            Failpoint.pass("engine.intent-recorded", of: runner.run.file)
            let outputs = try await within(deadline: stage.deadline) { try await effect.perform(planned, context) }
            Failpoint.pass("engine.effect-done", of: runner.run.file)
            return try await entered(outputs, context)
        case .transactional(let transactional):
            return try await transact(transactional.commit, context)
        }
    }

    /// Enters an effect into the catalog, where it is one that the catalog tells of, and records it with that.
    private mutating func entered(_ outputs: Record, _ context: StageContext) async throws -> Record {
        guard let entry = stage.bound.entry else { return outputs }
        return try await transact(
            { context, transaction in
                try entry.enter(outputs, context, transaction.catalog)
                return outputs
            }, context)
    }

    private mutating func transact(
        _ commit: @escaping @Sendable (StageContext, any StageTransaction) throws -> Record, _ context: StageContext
    ) async throws -> Record {
        let (id, unfinished, begun, earlier) = (runner.run.id, record, ContinuousClock.now, pending)
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
        Failpoint.pass("engine.transaction-done", of: runner.run.file)
        return outputs
    }

    private func within<Result: Sendable>(
        deadline: TimeSpan?, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        var limit = stage.timeout
        var ending: TimeSpan?
        if let deadline {
            let left = deadline.milliseconds - Int64((ContinuousClock.now - begun).milliseconds)
            if left < limit?.milliseconds ?? .max {
                limit = TimeSpan(milliseconds: max(1, left))
                ending = deadline
            }
            // It may have passed while no process worked on the run.
            if left <= 0, isResumed { throw StageError.failed(.timeout, "timeout", tooLate(ending)) }
        }
        guard let limit else { return try await body() }
        return try await withTimeout(
            limit, on: engine.pool, clock: engine.clock, message: tooLate(ending), body)
    }

    /// - Parameter deadline: if it, not the stage's own timeout, ended the attempt.
    private func tooLate(_ deadline: TimeSpan?) -> String {
        if let deadline { return "Stage `\(stage.id)` was not done within its deadline of \(deadline)." }
        return "Stage `\(stage.id)` took longer than \(stage.timeout?.description ?? "")."
    }

    private mutating func note(
        _ status: StageStatus, since start: Timestamp, milliseconds: Double, _ error: RunFailure?
    ) {
        pending.append(
            .attempt(
                run: runner.run.id,
                AttemptRecord(
                    position: record.position, item: record.item, number: record.attempts, status: status,
                    startedAt: start, durationMilliseconds: milliseconds, error: error)))
    }

    /// Cancellation is an end of its own; everything else is what the error says.
    static func stageError(_ error: any Error) -> StageError {
        error is CancellationError
            ? StageError(.failed(.other), "cancelled", "Cancelled before it was done.") : StageError(error)
    }

    static func status(of error: StageError) -> StageStatus {
        switch error.outcome {
        case .rejected: .rejected
        case .failed: error.kind == "cancelled" ? .cancelled : .failed
        }
    }
}
