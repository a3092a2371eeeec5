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
