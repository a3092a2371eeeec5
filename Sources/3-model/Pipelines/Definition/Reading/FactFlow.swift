internal import Diagnostics
internal import Platform
internal import YAMLTree

/// What is known of the document at a point of the pipeline, and what became of the stages before it.
struct FactFlow {
    struct Known {
        let fact: Fact
        /// Whether it is there in every run that gets here.
        var isCertain: Bool
        /// Of the stage that may give it; nil: known from the start.
        let giver: PlannedStage?
    }

    private(set) var facts: [Known]
    /// Indices of the stages that come before, and whether they have run in every run that gets here.
    private var stages: [Int: Bool] = [:]
    /// Whether any of these may have failed or been skipped all the same.
    private var isDoubtful = false

    /// - Parameter facts: what is known from the start.
    init(facts: [Fact]) {
        self.facts = facts.map { Known(fact: $0, isCertain: true, giver: nil) }
    }

    subscript(name: String) -> Known? { facts.first { $0.fact.name == name } }

    /// Adds a stage. An empty list has no element that gives a fact, so that those of `for-each` are never certain.
    ///
    /// - Parameter isCertain: whether every run that goes on has run it.
    mutating func add(_ stage: PlannedStage, isCertain: Bool) {
        if isDoubtful {
            stages = stages.mapValues { _ in false }
            isDoubtful = false
        }
        stages[stage.index] = isCertain
        addFacts(of: stage, isCertain: isCertain)
    }

    /// Adds what a stage gives. It is told of the stages in another way, since copies of them all would take time.
    mutating func addFacts(of stage: PlannedStage, isCertain: Bool) {
        let givesAlways = isCertain && !stage.isLoop
        for fact in stage.spec?.gives ?? [] {
            let known = Known(fact: fact, isCertain: givesAlways, giver: stage)
            if let index = facts.firstIndex(where: { $0.fact.name == fact.name }) {
                if givesAlways || !facts[index].isCertain { facts[index] = known }
            } else {
                facts.append(known)
            }
        }
    }

    /// Whether a stage has run in every run that gets here; nil when it does not come before.
    func hasRun(_ stage: Int) -> Bool? { stages[stage].map { $0 && !isDoubtful } }

    /// From here on any stage before may have failed or been skipped.
    mutating func doubt() {
        for index in facts.indices where facts[index].giver != nil { facts[index].isCertain = false }
        isDoubtful = true
    }
}

extension PipelineReader {
    /// Every fact that a stage needs is given before it.
    ///
    /// - Parameter mayFollowFailure: whether the stage also runs after others have failed.
    mutating func checkFacts(
        of stage: PlannedStage, _ type: StageType, flow: FactFlow, mayFollowFailure: Bool = false
    ) {
        for fact in type.spec.needs {
            if let known = flow[fact.name] {
                if !known.isCertain { reportUncertain(fact, stage, known.giver, mayFollowFailure) }
                continue
            }
            if let other = index.giver(of: fact.name, beside: stage).map({ plan[$0] }) {
                check.report(
                    "missing-fact",
                    "stage `\(stage.id)` needs the fact `\(fact.name)`, and stage `\(other.id)`, which gives it, runs at "
                        + "the same time", at: stage.span, hint: "move `\(other.id)` before the group")
                continue
            }
            if let later = plan.first(where: {
                $0.index > stage.index && $0.handler == stage.handler && $0.gives(fact)
            }) {
                check.report(
                    "missing-fact",
                    "stage `\(stage.id)` needs the fact `\(fact.name)`, which stage `\(later.id)` gives only later, "
                        + "in line \(later.span.line)", at: stage.span, hint: "move `\(later.id)` before it")
                continue
            }
            let givers = registry.givers(of: fact.name).filter { $0 != type.spec.name }.map { "`uses: \($0)`" }
            check.report(
                "missing-fact", "stage `\(stage.id)` needs the fact `\(fact.name)`", at: stage.span,
                hint: givers.isEmpty ? "no stage type gives it" : "add \(givers.joined(separator: " or ")) before it")
        }
    }

    private mutating func reportUncertain(
        _ fact: Fact, _ stage: PlannedStage, _ giver: PlannedStage?, _ mayFollowFailure: Bool
    ) {
        let isLoop = giver?.isLoop ?? false
        let canFollow: Bool
        if let giver, giver.handler == stage.handler, !isLoop, !mayFollowFailure {
            let (own, wanted) = (conditions(of: stage), conditions(of: giver))
            // Under the same condition both run, or neither does.
            if !wanted.isEmpty, wanted.isSubset(of: own) { return }
            canFollow = !wanted.isEmpty && own.isEmpty
        } else {
            canFollow = false
        }
        let source = giver.map { "stage `\($0.id)` may not have given it" } ?? "it is not given in every case"
        check.issues.report(
            .warning(
                "maybe-missing-fact", "stage `\(stage.id)` needs the fact `\(fact.name)`, and \(source)",
                at: stage.span,
                hint: isLoop ? "an empty list gives none" : canFollow ? "give this stage the same `if`" : nil))
    }

    /// The stage's own, or that of `defaults`, and that of its group.
    private func conditions(of stage: PlannedStage) -> Set<String> {
        let places = [stage] + (stage.group.map { [plan[$0]] } ?? [])
        return Set(places.compactMap { ($0.node["if"] ?? defaults.condition)?.text })
    }
}

extension PlannedStage {
    fileprivate func gives(_ fact: Fact) -> Bool {
        spec?.gives.contains { $0.name == fact.name } ?? false
    }
}
