internal import Documents
internal import Pipelines
internal import Platform

extension PlanExecution {
    /// Runs a pure stage, asks one with an effect, or skips it.
    ///
    /// - Throws: `CancellationError`
    mutating func perform(_ stage: PipelineStage) async throws {
        guard let stagePlan = try wanted(stage) else { return }
        if !stage.children.isEmpty { return try await performGroup(stage) }
        settle(try await work(stage, stagePlan, seeing: state), of: stage)
    }

    /// A stage of a `parallel` group, or one beside none, that would run; nil: it is settled already.
    private mutating func wanted(_ stage: PipelineStage, in group: PipelineStage? = nil) throws -> StagePlan? {
        try Task.checkCancellation()
        var stagePlan = StagePlan(stage)
        if let record = taken[stage.position] {
            stagePlan.status = record.status == .succeeded ? .succeeded : .skipped
            stagePlan.outputs = record.outputs
            settle(stagePlan, of: stage)
            return nil
        }
        do throws(StageError) {
            // A child that says nothing runs because its group does.
            if group != nil, stage.condition == nil { return stagePlan }
            if try isWanted(stage) { return stagePlan }
            skip(stage)
        } catch {
            stagePlan.fail(error)
            settle(stagePlan, of: stage)
        }
        return nil
    }

    private func isWanted(_ stage: PipelineStage) throws(StageError) -> Bool {
        guard let condition = stage.condition else { return state.run.isNormal }
        guard state.run.isNormal || condition.usesStatus else { return false }
        return try condition.holds(in: state.environment)
    }

    private mutating func skip(_ stage: PipelineStage) {
        var stagePlan = StagePlan(stage)
        stagePlan.status = .skipped
        settle(stagePlan, of: stage)
        for child in stage.children { skip(child) }
    }

    /// The children see what the stages before the group gave.
    private mutating func performGroup(_ group: PipelineStage) async throws {
        var groupPlan = StagePlan(group)
        let place = plan.stages.count
        let before = state
        var children: [StagePlan] = []
        for child in group.children {
            if let failed = children.first(where: { $0.isBad }), group.loop?.failFast ?? false, failed.isBad {
                skip(child)
                continue
            }
            guard let childPlan = try wanted(child, in: group) else {
                if let last = plan.stages.last, last.position == child.position { children.append(last) }
                continue
            }
            let done = try await work(child, childPlan, seeing: before)
            if !(child.continueOnError && done.status == .failed) { children.append(done) }
            settle(done, of: child, in: group)
        }
        let bad = children.filter(\.isBad)
        let worst = bad.first { $0.status == .failed } ?? bad.first ?? children.first { $0.status == .undecided }
        groupPlan.status = worst?.status ?? (children.contains { $0.status == .planned } ? .planned : .succeeded)
        groupPlan.error = worst?.error
        groupPlan.dependsOn = worst?.dependsOn
        // A group stands before its children, as in the file.
        settle(groupPlan, of: group)
        if let last = plan.stages.popLast() { plan.stages.insert(last, at: place) }
    }

    /// What a stage would do, with all its elements.
    private func work(
        _ stage: PipelineStage, _ stagePlan: StagePlan, seeing state: PlanState
    ) async throws -> StagePlan {
        if let loop = stage.loop, stage.children.isEmpty {
            return try await PlannedLoop(execution: self, stage: stage, loop: loop, state: state).perform(stagePlan)
        }
        return try await work(stage, stagePlan, element: state)
    }

    /// What a stage, or one element of it, would do.
    func work(_ stage: PipelineStage, _ stagePlan: StagePlan, element state: PlanState) async throws -> StagePlan {
        var stagePlan = stagePlan
        let start = ContinuousClock.now
        do {
            let context = context(for: stage, state)
            let preview: EffectPreview
            switch stage.bound.work {
            case .pure(let run):
                for fact in stage.spec.needs where context.isUnknown(fact) {
                    throw StageError.unknown("document.\(fact.name)")
                }
                stagePlan.status = .succeeded
                stagePlan.outputs = try await within(stage) { try await run(context) }
                stagePlan.durationMilliseconds = (ContinuousClock.now - start).milliseconds
                return stagePlan
            case .effect(let effect):
                try requireNeeds(of: stage, context)
                preview = try await effect.preview(try effect.intent(context), context)
            case .transactional(let transactional):
                try requireNeeds(of: stage, context)
                guard let catalog = engine.catalog else {
                    throw StageError.failed(.other, "missing-resource", "There is no catalog to plan against.")
                }
                preview = try await transactional.preview(context, catalog)
            }
            stagePlan.outputs = preview.outputs
            stagePlan.effects = preview.effects.map {
                StageEffect(stage: stage.id, item: stagePlan.item, effect: $0)
            }
        } catch {
            try Task.checkCancellation()
            stagePlan.fail(StageExecution.stageError(error))
        }
        stagePlan.durationMilliseconds = (ContinuousClock.now - start).milliseconds
        return stagePlan
    }

    /// A fact that nobody gives is missing in the run as well; one that only the run knows will be there.
    private func requireNeeds(of stage: PipelineStage, _ context: StageContext) throws(StageError) {
        for fact in stage.spec.needs where !context.isUnknown(fact) && context.facts[fact.name] == nil {
            throw context.missing(fact)
        }
    }

    private func within(
        _ stage: PipelineStage, _ body: @escaping @Sendable () async throws -> Record
    ) async throws -> Record {
        guard let limit = stage.timeout ?? stage.deadline else { return try await body() }
        return try await withTimeout(
            limit, on: engine.pool, clock: engine.clock,
            message: "Stage `\(stage.id)` took longer than \(limit).", body)
    }

    private func context(for stage: PipelineStage, _ state: PlanState) -> StageContext {
        StageContext(
            run: run.id, pipeline: run.pipeline, stage: stage.id, attempt: 1, startedAt: run.startedAt,
            keyTimestamp: run.keyTimestamp, owner: run.owner, file: file, facts: state.run.facts,
            resources: engine.resources, environment: state.environment, progress: { _, _ in })
    }

    /// What a stage's end means for the run.
    private mutating func settle(_ stagePlan: StagePlan, of stage: PipelineStage, in group: PipelineStage? = nil) {
        var stagePlan = stagePlan
        stagePlan.mergeShares(&shared)
        plan.stages.append(stagePlan)
        switch stagePlan.status {
        case .succeeded, .planned:
            state.add(stagePlan.outputs, of: stage)
        case .skipped:
            state.add(.skipped, of: stage)
        case .undecided:
            state.addUndecided(stage)
        case .rejected, .failed:
            state.add(
                StageStatus(rawValue: stagePlan.status.rawValue) ?? .failed, outputs: stagePlan.outputs, of: stage)
            let goesOn = stage.continueOnError || group?.continueOnError ?? false
            if !(goesOn && stagePlan.status == .failed), let error = stagePlan.error {
                state.end(stagePlan.status == .rejected ? .rejected : .failed, error)
            }
        }
        if !stagePlan.allEffects.isEmpty { effects.append(stage) }
    }
}

extension StagePlan {
    fileprivate var isBad: Bool { status == .rejected || status == .failed }

    /// Ends it as an error says.
    mutating func fail(_ error: StageError) {
        effects = []
        outputs = [:]
        dependsOn = error.unknownName
        if dependsOn != nil {
            status = .undecided
        } else {
            status = error.outcome == .rejected ? .rejected : .failed
            self.error = RunFailure(
                stage: id, kind: error.kind, message: error.message, errorClass: error.errorClass)
        }
    }

    /// A school that an earlier stage or element shares with is no change any more.
    fileprivate mutating func mergeShares(_ shared: inout Set<String>) {
        for index in effects.indices {
            let effect = effects[index].effect
            guard effect.action == .share, effect.isChange else { continue }
            if shared.insert(effect.target).inserted { continue }
            effects[index].effect = PlannedEffect(
                .share, target: effect.target, detail: effect.detail, isChange: false,
                text: "\(effect.target) may view it by then")
        }
        for index in items.indices { items[index].mergeShares(&shared) }
    }
}
