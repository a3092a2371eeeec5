internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// Finds every stage with its id, so that a stage can be told that another runs later.
    mutating func planStages(_ root: YAMLNode) {
        for node in root["stages"]?.items ?? [] where !check.issues.isFull { planStage(node, in: nil) }
        for handler in PipelineFormat.handlers {
            for node in root[handler.name]?.items ?? [] where !check.issues.isFull { planStage(node, in: handler.name) }
        }
    }

    private mutating func planStage(_ node: YAMLNode, in handler: String?, group: Int? = nil) {
        guard node.fields != nil else { return }
        let isGroup = node["parallel"] != nil
        let uses = isGroup ? nil : node["uses"]
        let type = uses?.string.flatMap { registry[$0] }
        let stage = PlannedStage(
            node: node, handler: handler, index: plan.count, group: group, uses: uses, type: type,
            id: isGroup && node["id"] == nil ? index.takeGroupName() : identify(node, uses: uses, in: handler))
        plan.append(stage)
        index.add(stage)
        reportUses(stage)
        for child in node["parallel"]?.items ?? [] where !check.issues.isFull {
            planStage(child, in: handler, group: stage.index)
        }
    }

    private mutating func reportUses(_ stage: PlannedStage) {
        guard let uses = stage.uses else {
            if !stage.isGroup { reportMissingUses(stage.node) }
            return
        }
        if stage.type == nil { reportUnknownType(uses) }
    }

    mutating func reportUnknownType(_ uses: YAMLNode) {
        guard let name = uses.string, NameRule.kebab.allows(name) else { return }
        if let reason = registry.refused[name] {
            return check.report("broken-plugin", "`\(name)` cannot be used: \(reason)", at: uses)
        }
        check.report(
            "unknown-stage-type", "there is no stage type `\(name)`", at: uses,
            hint: Spelling.hint(for: name, in: registry.names),
            notes: ["stage types: \(registry.names.joined(separator: ", "))"])
    }

    private mutating func reportMissingUses(_ node: YAMLNode) {
        // Whoever wrote `- upload: { … }` or `- type: upload` has been told so.
        let isMistaken =
            node.entries?.contains {
                registry[$0.name] != nil || FormatCheck.meaning(of: $0.name, in: PipelineFormat.stage) == "uses"
            } ?? false
        if isMistaken { return }
        check.report("missing-key", "a stage needs the key `uses`", at: node.headSpan, hint: "add `uses: …`")
    }

    /// The stage's id: the one it says, or its type's name. A handler's stage that says none gives way to a stage that has
    /// its type's name already: `on-failure-notify`.
    private mutating func identify(_ node: YAMLNode, uses: YAMLNode?, in handler: String?) -> String {
        let type = uses?.string ?? ""
        if let node = node["id"] {
            let id = node.string ?? ""
            if let other = firstStage(id), !id.isEmpty {
                duplicate(id, of: other, at: node, hint: "give it another `id`")
            } else if id != type, registry[id] != nil {
                check.issues.report(
                    .warning(
                        "shadowed-type", "stage `\(id)` is named like the stage type `\(id)` and is of type `\(type)`",
                        at: node.headSpan, hint: "give it another `id`"))
            }
            return id
        }
        guard let uses, let other = firstStage(type), !type.isEmpty else { return type }
        if let handler, other.handler != handler {
            let id = "\(handler)-\(type)"
            guard let other = firstStage(id) else { return id }
            duplicate(id, of: other, at: uses, hint: "give one of them an `id`, such as `id: \(type)-2`")
        } else {
            duplicate(type, of: other, at: uses, hint: "give one of them an `id`, such as `id: \(type)-2`")
        }
        return type
    }

    private mutating func duplicate(_ id: String, of other: PlannedStage, at node: YAMLNode, hint: String) {
        let implicit =
            other.node["id"] != nil ? "" : other.isGroup ? " and has no `id`" : " and has its type's name as id"
        check.report(
            "duplicate-id", "two stages have the id `\(id)`", at: node, hint: hint,
            notes: ["the other stands in line \(other.span.line)\(implicit)"])
    }

    /// The first stage of an id.
    func firstStage(_ id: String) -> PlannedStage? { index.first[id].map { plan[$0] } }
}
