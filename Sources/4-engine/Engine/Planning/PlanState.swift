internal import Pipelines
internal import Platform

/// What expressions see while a run is planned: the run's state, and which names only the run will know.
struct PlanState: Sendable {
    private(set) var run: RunState
    private(set) var unknown = UnknownNames()
    /// By fact: who gives it, in order, and whether the value is known.
    private var givers: [String: [(stage: String, isKnown: Bool)]] = [:]

    init(_ run: RunState) {
        self.run = run
        unknown.insert(["run", "id"])
    }

    var environment: Environment {
        var environment = run.environment(attempt: 1)
        environment.unknown = unknown
        return environment
    }

    /// As the element of a `for-each` sees it.
    func with(_ name: String, _ value: Value) -> PlanState {
        var copy = self
        copy.run = run.with(name, value)
        return copy
    }

    mutating func end(_ status: RunStatus, _ failure: RunFailure) { run.end(status, failure) }
    mutating func beginHandlers(_ outcome: RunStatus) { run.beginHandlers(outcome) }
    mutating func endHandlers(_ outcome: RunStatus) { run.endHandlers(outcome) }

    /// Adds what a stage gave or would give. Of one with an effect, outputs that are not among these are unknown.
    mutating func add(_ outputs: Record, of stage: PipelineStage) {
        run.add(outputs, of: stage)
        for fact in stage.spec.gives { note(fact.name, of: stage, isKnown: outputs[fact.name] != nil) }
        guard !stage.isPure else { return }
        for output in stage.spec.allOutputs where outputs[output.name] == nil {
            unknown.insert(["stages", stage.id, "outputs", output.name])
        }
    }

    /// Records how a stage without outputs ended.
    ///
    /// - Parameter outputs: of a stage with `for-each`, its counts.
    mutating func add(_ status: StageStatus, outputs: Record = [:], of stage: PipelineStage) {
        run.add(status, outputs: outputs, of: stage)
    }

    /// A stage of which nothing can be told.
    mutating func addUndecided(_ stage: PipelineStage) {
        unknown.insert(["stages", stage.id])
        for fact in stage.spec.gives { note(fact.name, of: stage, isKnown: false) }
        for child in stage.children { addUndecided(child) }
    }

    /// Forgets what a stage gave, since it would be taken back.
    mutating func takeBack(_ stage: PipelineStage) {
        run.takeBack(stage)
        for fact in stage.spec.gives {
            givers[fact.name]?.removeAll { $0.stage == stage.id }
            mark(fact.name)
        }
    }

    private mutating func note(_ fact: String, of stage: PipelineStage, isKnown: Bool) {
        // A pure stage that gives no value leaves what there is.
        if stage.isPure, !isKnown, !unknown.contains(["stages", stage.id]) { return }
        givers[fact, default: []].append((stage.id, isKnown))
        mark(fact)
    }

    private mutating func mark(_ fact: String) {
        if givers[fact]?.last?.isKnown == false {
            unknown.insert(["document", fact])
        } else {
            unknown.remove(["document", fact])
        }
    }
}
