internal import Platform

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
    private(set) var stages: [Int: Bool] = [:]

    /// - Parameter facts: what is known from the start.
    init(facts: [Fact]) {
        self.facts = facts.map { Known(fact: $0, isCertain: true, giver: nil) }
    }

    subscript(name: String) -> Known? { facts.first { $0.fact.name == name } }

    /// Adds a stage. An empty list has no element that gives a fact, so that those of `for-each` are never certain.
    ///
    /// - Parameter isCertain: whether every run that goes on has run it.
    mutating func add(_ stage: PlannedStage, isCertain: Bool) {
        stages[stage.index] = isCertain
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

    /// The same where any stage may have failed or been skipped.
    var uncertain: FactFlow {
        var flow = self
        for index in flow.facts.indices where flow.facts[index].giver != nil { flow.facts[index].isCertain = false }
        flow.stages = flow.stages.mapValues { _ in false }
        return flow
    }
}
