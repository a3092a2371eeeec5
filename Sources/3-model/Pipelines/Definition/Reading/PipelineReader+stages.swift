internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    mutating func readDefaults(_ node: YAMLNode?) -> StageDefaults {
        StageDefaults(
            timeout: node?["timeout"]?.timeSpan, retry: node?["retry"],
            condition: node?["if"])
    }

    /// Binds the stages of a list, in order.
    mutating func bindStages(of handler: String?, flow: inout FactFlow) -> [PipelineStage] {
        var stages: [PipelineStage] = []
        for stage in plan where stage.handler == handler {
            if let bound = bind(stage, flow: flow) { stages.append(bound) }
            let condition = stage.node["if"] ?? defaults.condition
            let goesOn = stage.node["continue-on-error"]?.boolean ?? false
            flow.add(stage, isCertain: condition == nil && !goesOn)
        }
        return stages
    }

    private mutating func bind(_ stage: PlannedStage, flow: FactFlow) -> PipelineStage? {
        let node = stage.node
        let conditionNode = node["if"] ?? defaults.condition
        var flow = flow
        var scope = PipelineScope(self).ofStage(stage, flow: flow)
        var condition: Condition?
        if let conditionNode {
            var found = IssueList()
            condition = Condition.compile(conditionNode, in: scope, &found)
            // Only what runs when nothing went wrong may rely on the stages before.
            if condition?.usesStatus ?? false {
                flow = flow.uncertain
                scope = PipelineScope(self).ofStage(stage, flow: flow)
                condition = Condition.compile(conditionNode, in: scope, &found)
            }
            check.issues.report(contentsOf: found)
        }
        scope = readLoop(node, scope)
        readUndo(node["undo"], scope)
        guard let type = stage.type else { return nil }
        checkFacts(of: stage, type, flow: flow)
        let settings = bindOptions(of: type, stage, in: scope)
        return PipelineStage(
            position: stage.index, id: stage.id, name: node["name"]?.string, spec: type.spec, bound: type.bind(settings),
            condition: condition, timeout: node["timeout"]?.timeSpan ?? defaults.timeout,
            deadline: node["deadline"]?.timeSpan, retry: readRetry(node["retry"]),
            continueOnError: node["continue-on-error"]?.boolean ?? false, span: stage.span)
    }

    /// `for-each` and `as`: their execution arrives later, what they say is checked all the same.
    private mutating func readLoop(_ node: YAMLNode, _ scope: Scope) -> Scope {
        guard let list = node["for-each"] else { return scope }
        let compiled = CompiledValue.compile(
            list, as: Wanted(.list(.any), name: "for-each"), in: scope, &check.issues)
        var element = ValueType.any
        if case .template(let template)? = compiled, case .list(let type) = template.type.revealed { element = type }
        return scope.adding(node["as"]?.string ?? "item", element, "The element.")
    }

    private mutating func readUndo(_ node: YAMLNode?, _ scope: Scope) {
        guard let node, let uses = node["uses"], let name = uses.string else { return }
        guard let type = registry[name] else {
            return check.report(
                "unknown-stage-type", "there is no stage type `\(name)`", at: uses,
                hint: Spelling.hint(for: name, in: registry.names),
                notes: ["stage types: \(registry.names.joined(separator: ", "))"])
        }
        _ = bindOptions(
            of: type,
            PlannedStage(node: node, handler: nil, index: -1, uses: uses, type: type, id: name),
            in: scope)
    }

    /// The stage's own `retry` over that of `defaults`, key by key.
    private mutating func readRetry(_ node: YAMLNode?) -> RetryRule {
        let nodes = [defaults.retry, node].compactMap { $0 }.filter { $0.fields != nil }
        guard let last = nodes.last else { return .never }
        var rule = RetryRule()
        var hasAttempts = false
        for node in nodes {
            if let attempts = node["max-attempts"] {
                rule.maxAttempts = attempts.integer.map { Int(clamping: $0) } ?? 1
                hasAttempts = true
            }
            rule.initial = node["initial"]?.timeSpan ?? rule.initial
            rule.factor = node["factor"]?.constant?.number ?? rule.factor
            rule.max = node["max"]?.timeSpan ?? rule.max
            rule.jitter = node["jitter"]?.string.flatMap(RetryRule.Jitter.init) ?? rule.jitter
            if let errors = node["errors"]?.items {
                let names = errors.compactMap(\.string)
                rule.errors = names.contains("any") ? Set(ErrorClass.retryable) : Set(names.compactMap(ErrorClass.init))
            }
        }
        if !hasAttempts {
            check.report(
                "missing-key", "`retry` needs the key `max-attempts`", at: last.headSpan, hint: "add `max-attempts: 5`")
        }
        return rule
    }

    private mutating func checkFacts(of stage: PlannedStage, _ type: StageType, flow: FactFlow) {
        for fact in type.spec.needs {
            if let known = flow[fact.name] {
                if !known.isCertain { reportUncertain(fact, stage, known.giver) }
                continue
            }
            let later = plan.first {
                $0.index > stage.index && $0.handler == stage.handler
                    && $0.type?.spec.gives.contains { $0.name == fact.name } ?? false
            }
            if let later {
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

    private mutating func reportUncertain(_ fact: Fact, _ stage: PlannedStage, _ giver: PlannedStage?) {
        let condition = stage.node["if"]?.text
        // Under the same condition both run, or neither does.
        if let condition, let giver, condition == giver.node["if"]?.text, giver.handler == stage.handler {
            return
        }
        let canFollow = giver?.node["if"] != nil && giver?.handler == stage.handler && condition == nil
        let source = giver.map { "stage `\($0.id)` may not have given it" } ?? "it is not given in every case"
        check.issues.report(
            .warning(
                "maybe-missing-fact", "stage `\(stage.id)` needs the fact `\(fact.name)`, and \(source)",
                at: stage.span,
                hint: canFollow ? "give this stage the same `if`" : nil))
    }
}
