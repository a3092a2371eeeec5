internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// Binds a `parallel` group: a stage without work, whose children see what was known before it.
    mutating func bindGroup(_ group: PlannedStage, _ condition: Condition?, flow: FactFlow) -> PipelineStage {
        let node = group.node
        checkGroupKeys(of: group)
        var children: [PipelineStage] = []
        for child in index.members(of: group.index) where !check.issues.isFull {
            if let bound = bind(plan[child], flow: flow) { children.append(bound) }
        }
        return PipelineStage(
            position: group.index, id: group.id, name: node["name"]?.string, spec: .group,
            bound: BoundStage(work: .pure { _ in [:] }), condition: condition, timeout: nil,
            deadline: node["deadline"]?.timeSpan, retry: .never,
            continueOnError: node["continue-on-error"]?.boolean ?? false,
            loop: LoopDefinition(
                list: .fixed(.list([])),
                maxParallel: node["max-parallel"]?.integer.map { Int(clamping: $0) } ?? max(1, children.count),
                failFast: node["fail-fast"]?.boolean ?? true),
            children: children, span: group.span)
    }

    private mutating func checkGroupKeys(of group: PlannedStage) {
        if group.group != nil {
            check.report(
                "contradiction", "a `parallel` group cannot stand inside of another", at: group.span,
                hint: "put its stages into the outer group, or the group after it")
        }
        if group.node["parallel"]?.items?.isEmpty == true {
            check.report(
                "missing-stages", "a `parallel` group needs at least one stage", at: group.span,
                hint: "add `- uses: …`")
        }
        for (key, _) in group.node.fields ?? [] {
            guard let name = key.text, !PipelineFormat.group.contains(name),
                PipelineFormat.stage.contains(where: { $0.name == name })
            else { continue }
            check.report("contradiction", Self.groupMessage(name), at: key, hint: Self.groupHint(name))
        }
    }

    private static func groupMessage(_ key: String) -> String {
        key == "uses"
            ? "a stage has either `uses` or `parallel`"
            : "`\(key)` does not go with `parallel`: a group has no work of its own"
    }

    private static func groupHint(_ key: String) -> String {
        switch key {
        case "uses": "make it one of the stages under `parallel`"
        case "for-each", "as": "give each stage of the group a `for-each`"
        case "timeout": "write `deadline`, or give the stages of the group a `timeout`"
        default: "give it to the stages of the group"
        }
    }
}
