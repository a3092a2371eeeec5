internal import Documents
internal import Pipelines
internal import Platform

/// One run while it is planned.
struct PlanExecution: Sendable {
    let engine: Engine
    let pipeline: Pipeline
    let file: Result<SourceFile, SourceFileError>?
    let run: RunRecord
    private let started = ContinuousClock.now
    var state: PlanState
    var plan: RunPlan
    /// Stages whose effects would have happened, in order.
    var effects: [PipelineStage] = []
    /// Shares that were planned: what is shared twice is shared once.
    var shared: Set<String> = []
    /// What stages take over from the run that had brought the same document, by position.
    private(set) var taken: [Int: StageRecord] = [:]
    private let chosen: Set<String>

    init(engine: Engine, pipeline: Pipeline, request: RunRequest) {
        self.engine = engine
        self.pipeline = pipeline
        let now = engine.clock.now()
        file = SourceFile.open(request, tree: engine.tree)
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: engine, now: now)
        chosen = inputs.chosen
        run = RunRecord(
            id: Identifier.run(at: now), pipeline: pipeline.name, definition: pipeline.hash, file: request.shownFile,
            owner: inputs.owner, inputs: inputs.values, trigger: request.trigger, startedAt: now,
            keyTimestamp: now.microseconds)
        state = PlanState(
            RunState(
                facts: inputs.facts, inputs: inputs.values, env: inputs.env, trigger: request.trigger, run: run,
                secrets: engine.secrets, variables: engine.variables))
        plan = RunPlan(pipeline: pipeline.name, file: request.shownFile, owner: inputs.owner, inputs: inputs.values)
        if let error = inputs.error {
            state.end(.failed, RunFailure(stage: "", kind: error.kind, message: error.message))
        }
    }

    mutating func run(_ duplicates: any DuplicateLookup) async throws -> RunPlan {
        if try await !isDuplicate(duplicates) {
            for stage in pipeline.stages { try await perform(stage) }
            if state.run.outcome != .succeeded { takeBack() }
            try await runHandlers()
            plan.error = state.run.failure
            plan.document = knownDocument
            let isUndecided = plan.stages.contains { $0.status == .undecided }
            plan.outcome =
                switch state.run.outcome {
                case .rejected: .rejected
                case .failed, .cancelled, .running: .failed
                case .skipped: .skipped
                case .succeeded: isUndecided ? .undecided : .succeeded
                }
        }
        plan.durationMilliseconds = (ContinuousClock.now - started).milliseconds
        return plan
    }

    /// What is known of the document. Facts that were overwritten by unknown ones are left out.
    private var knownDocument: Record {
        Record(
            state.run.document.filter { !state.unknown.contains(["document", Self.fact(of: $0.key)]) }
                .map { ($0.key, $0.value) })
    }

    private static func fact(of key: String) -> String { key == "type" ? Fact.documentType.name : key }

    /// What `dedup` says of a document that was there before.
    ///
    /// - Returns: whether that is the end.
    private mutating func isDuplicate(_ duplicates: any DuplicateLookup) async throws -> Bool {
        guard let definition = pipeline.deduplication, definition.action != .version else { return false }
        let key: String?
        do {
            key = try pipeline.deduplicationKey(of: file, state.run)
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = StageError(error)
            state.end(
                error.outcome == .rejected ? .rejected : .failed,
                RunFailure(stage: "", kind: error.kind, message: error.message))
            return false
        }
        guard let key, let detail = try await earlier(key, duplicates) else { return false }
        let first = detail.run.id
        plan.duplicate = PlannedDuplicate(run: first, status: detail.run.status, action: definition.action)
        switch definition.action {
        case .version: return false
        case .attach:
            plan.document = detail.run.document
            // What one that goes on leaves is not known yet.
            if detail.run.status == .running { break }
            let addition = Addition(to: detail, state.run.inputs, chosen: chosen, in: pipeline)
            plan.notTaken = addition.notTaken
            if addition.isEmpty { break }
            plan.duplicate = nil
            taken = addition.taken(StartClock(after: 0, now: engine.clock.now))
            return false
        case .skip:
            plan.outcome = .skipped
            plan.error = RunFailure(
                stage: "", kind: "duplicate",
                message: "Skipped: run \(first) has processed the same document already.")
        case .reject:
            plan.outcome = .rejected
            plan.error = RunFailure(
                stage: "", kind: "duplicate", message: "Run \(first) has processed the same document already.")
        }
        return true
    }

    /// The run that stands for the document that has the key; nil: none does.
    private func earlier(_ key: String, _ duplicates: any DuplicateLookup) async throws -> RunDetail? {
        var passed: Set<String> = []
        while let first = try await duplicates.duplicate(of: key, for: pipeline.name, passing: passed),
            let detail = try await engine.journal.run(first)
        {
            guard detail.run.status == .succeeded, try await engine.hasLostBytes(of: detail) else { return detail }
            passed.insert(first)
        }
        return nil
    }

    private mutating func runHandlers() async throws {
        let handlers =
            switch state.run.outcome {
            case .succeeded: pipeline.onSuccess
            case .rejected: pipeline.onRejected
            case .failed: pipeline.onFailure
            case .cancelled, .skipped, .running: [PipelineStage]()
            }
        let outcome = state.run.outcome
        for group in [handlers, pipeline.finally] {
            state.beginHandlers(outcome)
            for stage in group { try await perform(stage) }
        }
        state.endHandlers(outcome)
    }

    /// Marks what would be undone.
    private mutating func takeBack() {
        // A version that is not taken back by its own stage stays, and so does its object.
        var versionStays = false
        for stage in effects.reversed() {
            let effects = plan.stages.filter { $0.position == stage.position }.flatMap(\.allEffects).map(\.effect)
            if stage.isIrreversible || stage.undo != nil, effects.contains(where: { $0.action == .createVersion }) {
                versionStays = true
            }
            if stage.isIrreversible || (stage.undo == nil && !stage.bound.isUndoable) { continue }
            if versionStays, effects.contains(where: { $0.action == .storeObject }) { continue }
            for index in plan.stages.indices where plan.stages[index].position == stage.position {
                plan.stages[index].takeBack()
            }
            if stage.loop == nil { state.takeBack(stage) }
        }
    }
}

extension StagePlan {
    fileprivate mutating func takeBack() {
        for index in effects.indices { effects[index].isTakenBack = true }
        for index in items.indices { items[index].takeBack() }
    }
}
