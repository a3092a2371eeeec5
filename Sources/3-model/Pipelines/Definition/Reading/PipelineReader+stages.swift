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
        for stage in plan where stage.handler == handler && stage.group == nil && !check.issues.isFull {
            if let bound = bind(stage, flow: flow) { stages.append(bound) }
            advance(&flow, past: stage)
        }
        return stages
    }

    /// To what is known behind a stage, and behind all of a group.
    func advance(_ flow: inout FactFlow, past stage: PlannedStage, isCertain: Bool = true) {
        let condition = stage.node["if"] ?? defaults.condition
        let goesOn = stage.node["continue-on-error"]?.boolean ?? false
        let isCertain = isCertain && condition == nil && !goesOn
        flow.add(stage, isCertain: isCertain)
        guard stage.isGroup else { return }
        for child in index.members(of: stage.index) { advance(&flow, past: plan[child], isCertain: isCertain) }
    }

    mutating func bind(_ stage: PlannedStage, flow: FactFlow) -> PipelineStage? {
        var flow = flow
        var scope = PipelineScope(self).ofStage(stage, flow: flow)
        let condition = readCondition(of: stage, flow: &flow, &scope)
        if stage.isGroup { return bindGroup(stage, condition, flow: flow) }
        let node = stage.node
        checkLoopKeys(of: stage)
        let element = stage.isLoop ? readElement(of: stage, in: scope) : nil
        let undo = readUndo(of: stage, element: element, flow: flow)
        guard let type = stage.type else { return nil }
        checkFacts(of: stage, type, flow: flow, mayFollowFailure: condition?.usesStatus ?? false)
        let settings = bindOptions(of: type, stage, in: element.map { scope.adding($0.field) } ?? scope)
        checkLimits(of: node)
        let bound = type.bind(settings)
        if bound.isUndoable { undoable.insert(stage.index) }
        return PipelineStage(
            position: stage.index, id: stage.id, name: node["name"]?.string, spec: type.spec, bound: bound,
            condition: condition, timeout: node["timeout"]?.timeSpan ?? defaults.timeout,
            deadline: node["deadline"]?.timeSpan, retry: readRetry(node["retry"]),
            continueOnError: node["continue-on-error"]?.boolean ?? false,
            loop: element.flatMap { readLoop(node, $0) }, undo: undo,
            isIrreversible: node["irreversible"]?.boolean ?? false, span: stage.span)
    }

    /// - Parameters:
    ///   - flow: what is known before the stage; afterwards, what is known where its condition holds.
    ///   - scope: the names that the stage sees by it.
    private mutating func readCondition(
        of stage: PlannedStage, flow: inout FactFlow, _ scope: inout Scope
    ) -> Condition? {
        guard let node = stage.node["if"] ?? defaults.condition else { return nil }
        var found = IssueList()
        var condition = Condition.compile(node, in: conditionScope(of: stage, scope), &found)
        // Only what runs when nothing went wrong may rely on the stages before.
        if condition?.usesStatus ?? false {
            flow.doubt()
            scope = PipelineScope(self).ofStage(stage, flow: flow)
            condition = Condition.compile(node, in: conditionScope(of: stage, scope), &found)
        }
        check.issues.report(contentsOf: found)
        return condition
    }

    private func conditionScope(of stage: PlannedStage, _ scope: Scope) -> Scope {
        guard stage.isLoop, let name = elementName(of: stage.node), scope[name] == nil else { return scope }
        return scope.adding(
            Field(
                name, .any,
                unavailable: "`if` decides once for all elements of `for-each`, so that it does not see `\(name)`"))
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

    private mutating func checkLimits(of node: YAMLNode) {
        guard let timeoutNode = node["timeout"], let timeout = timeoutNode.timeSpan,
            let deadline = node["deadline"]?.timeSpan, timeout.milliseconds > deadline.milliseconds
        else { return }
        check.issues.report(
            .warning(
                "contradiction", "`timeout` is longer than `deadline`, which ends the first attempt after \(deadline)",
                at: timeoutNode.headSpan, hint: "one attempt takes at most as long as all of them"))
    }
}
