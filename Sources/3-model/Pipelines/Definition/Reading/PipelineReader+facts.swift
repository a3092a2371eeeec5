internal import Diagnostics
internal import Platform
internal import YAMLTree

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
