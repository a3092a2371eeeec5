internal import Documents
internal import Pipelines
internal import Platform

extension RunExecution {
    /// Runs a stage with all its attempts, or skips it, or takes in what is known of it, and records what came of it.
    ///
    /// - Throws: `FencedError` when the run is not this process's any more.
    mutating func perform(_ stage: PipelineStage) async throws {
        if adopt(stage) { return }
        if control.isSuspended { throw FencedError(run: run.id) }
        if let poison = poison(stage) { return conclude(poison, of: stage) }
        let start = ContinuousClock.now
        do {
            guard try isWanted(stage, in: state) else { return skip(stage) }
        } catch {
            return conclude(unable(stage, error, since: start), of: stage)
        }
        if !stage.children.isEmpty { return try await performGroup(stage) }
        let outcome = await runner.perform(stage, state, earlier: earlier[stage.position], pending: pending)
        pending = []
        try take(outcome, of: stage)
    }

    /// Takes in what is on record of a stage of a run that has ended.
    mutating func takeIn(_ stage: PipelineStage) { _ = adopt(stage) }

    /// Takes in what an earlier process, or the run that this one goes on from, had finished.
    private mutating func adopt(_ stage: PipelineStage, in group: PipelineStage? = nil) -> Bool {
        guard let record = earlier[stage.position] else { return false }
        switch record.status {
        case .running, .interrupted: return false
        case .skipped:
            state.add(.skipped, of: stage)
            stages[stage.position] = record
        case .succeeded, .failed, .rejected, .cancelled:
            for child in stage.children { _ = adopt(child, in: stage) }
            settle(record, of: stage, in: group)
        }
        earlier[stage.position] = nil
        return true
    }

    /// A stage that is not reached any more, since the run has killed too many processes.
    private func poison(_ stage: PipelineStage) -> StageRecord? {
        // Handlers of a run that was given up get their own chance.
        let limit = state.outcome == .succeeded ? Engine.maxCrashes : Engine.maxCrashes * 2
        guard run.crashes >= limit else { return nil }
        var record = earlier[stage.position] ?? blank(stage)
        record.status = .failed
        record.error = RunFailure(
            stage: stage.id, kind: "crashed-repeatedly",
            message: "The process has died \(run.crashes) times while it worked on this run, the last time at or after "
                + "stage `\(stage.id)`. It is not tried again by itself; a retry of run \(run.id) does.")
        return record
    }

    private func blank(_ stage: PipelineStage) -> StageRecord {
        StageRecord(position: stage.position, id: stage.id, uses: stage.spec.name, startedAt: starts.next())
    }

    private func unable(_ stage: PipelineStage, _ error: any Error, since start: ContinuousClock.Instant) -> StageRecord
    {
        let error = error as? StageError ?? StageExecution.stageError(error)
        // Of one that was at work, what it was going to do has to be known when it is taken back.
        var record = earlier[stage.position] ?? blank(stage)
        record.status = StageExecution.status(of: error)
        record.error = RunFailure(stage: stage.id, kind: error.kind, message: error.message)
        record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        return record
    }

    /// Whether the stage's condition holds; without one, whether the run goes on normally.
    private func isWanted(_ stage: PipelineStage, in state: RunState) throws -> Bool {
        if Task.isCancelled, state.isNormal { throw CancellationError() }
        let mayRun = state.isNormal || stage.condition?.usesStatus ?? false
        if earlier[stage.position] != nil {
            // One that was at work has been wanted. If the run has failed meanwhile, it is over, and is taken back.
            if !mayRun { throw CancellationError() }
            return true
        }
        guard mayRun else { return false }
        guard let condition = stage.condition else { return true }
        return try condition.holds(in: state.environment(attempt: 1))
    }

    private mutating func skip(_ stage: PipelineStage) {
        var record = blank(stage)
        record.status = .skipped
        record.durationMilliseconds = 0
        conclude(record, of: stage)
        for child in stage.children { skip(child) }
    }

    /// The children of a group, all at once or a few at a time. They see what the stages before the group gave.
    private mutating func performGroup(_ group: PipelineStage) async throws {
        let start = ContinuousClock.now
        var record = earlier[group.position] ?? blank(group)
        record.attempts = 1
        pending.append(.stage(run: run.id, record))
        // The group and what came before it are in the journal before its children work side by side.
        do {
            try await engine.journal.transact({ _ in }, recording: { [pending] _ in pending })
            pending = []
        } catch let error as FencedError {
            throw error
        } catch {
            return conclude(unable(group, error, since: start), of: group)
        }
        let before = state
        var waiting: [PipelineStage] = []
        for child in group.children {
            if adopt(child, in: group) { continue }
            do {
                // One that says nothing runs because its group does.
                if try child.condition == nil || isWanted(child, in: before) {
                    waiting.append(child)
                } else {
                    skip(child)
                }
            } catch {
                conclude(unable(child, error, since: start), of: child)
            }
        }
        try await perform(waiting, of: group, seeing: before)
        var bad: [StageRecord] = []
        for child in group.children {
            guard let record = stages[child.position], record.status != .succeeded, record.status != .skipped else {
                continue
            }
            if child.continueOnError && record.status == .failed { continue }
            bad.append(record)
        }
        let worst = bad.first { $0.status == .failed } ?? bad.first
        record.status = worst?.status ?? .succeeded
        record.error = worst?.error
        record.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        conclude(record, of: group)
    }

    private mutating func perform(
        _ children: [PipelineStage], of group: PipelineStage, seeing before: RunState
    ) async throws {
        let limit = group.loop?.maxParallel ?? children.count
        let failFast = group.loop?.failFast ?? false
        var next = 0
        var mayBegin = true
        var isAbandoned = false
        let (runner, earlier) = (runner, earlier)
        await withBoundedTasks(limit: limit) { active in
            guard next < children.count, mayBegin else { return nil }
            let (index, child) = (next, children[next])
            next += 1
            let isLate = active > 0 && runner.branches.begin()
            return {
                if isLate { await runner.branches.catchUp() }
                return (index, await runner.perform(child, before, earlier: earlier[child.position], pending: []))
            }
        } take: { (result: (index: Int, outcome: StageOutcome), active) in
            if active > 0 { runner.branches.end() }
            do {
                try take(result.outcome, of: children[result.index], in: group)
            } catch {
                // What the others did is taken in all the same.
                isAbandoned = true
            }
            mayBegin = !(failFast && state.outcome != .succeeded) && !isAbandoned && !Task.isCancelled
        }
        if isAbandoned { throw FencedError(run: run.id) }
        for child in children[next...] { skip(child) }
    }

    private mutating func take(
        _ outcome: StageOutcome, of stage: PipelineStage, in group: PipelineStage? = nil
    ) throws {
        pending += outcome.pending
        if outcome.isAbandoned { throw FencedError(run: run.id) }
        earlier[stage.position] = nil
        items += outcome.items
        settle(outcome.record, of: stage, in: group)
        Failpoint.pass("engine.stage-ended", of: run.file)
        engine.observe(.stageFinished(run: run.id, outcome.record))
    }

    /// Records a stage that ended without work.
    private mutating func conclude(_ record: StageRecord, of stage: PipelineStage) {
        earlier[stage.position] = nil
        pending.append(.stage(run: run.id, record))
        settle(record, of: stage)
        engine.observe(.stageFinished(run: run.id, record))
        if record.status == .skipped || record.status == .succeeded { return }
        // Of a group that another process had begun: what its children did is to be known when it is taken back.
        for child in stage.children where stages[child.position] == nil {
            if adopt(child, in: stage) { continue }
            guard var begun = earlier[child.position] else {
                skip(child)
                continue
            }
            (begun.status, begun.error) = (record.status, record.error)
            conclude(begun, of: child)
        }
    }

    /// What a stage's end means for the run.
    mutating func settle(
        _ record: StageRecord, of stage: PipelineStage, in group: PipelineStage? = nil
    ) {
        stages[stage.position] = record
        switch record.status {
        case .succeeded:
            state.add(record.outputs, of: stage)
        case .skipped:
            state.add(.skipped, of: stage)
        case .rejected, .failed, .cancelled, .running, .interrupted:
            state.add(record.status, outputs: record.outputs, of: stage)
            let goesOn = stage.continueOnError || group?.continueOnError ?? false
            if !(goesOn && record.status == .failed), let error = record.error {
                state.end(RunStatus(rawValue: record.status.rawValue) ?? .failed, error)
            }
        }
        let hasBegun = record.status == .succeeded || record.intent != nil || stage.loop != nil
        if hasBegun, record.status != .skipped, !stage.isPure, stage.children.isEmpty { effects.append(stage) }
    }
}

extension PipelineStage {
    /// Whether it only looks.
    var isPure: Bool { bound.isPure }
}
