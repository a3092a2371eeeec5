internal import Diagnostics
internal import Platform
internal import YAMLTree

/// Reads one pipeline file. Every part is read as far as it makes sense, so that all issues are found.
struct PipelineReader {
    let file: String
    let registry: Registry
    let context: LintContext
    /// See `PipelineScope`.
    let possibleFacts: [Field]
    var check: FormatCheck

    var inputs: [InputDefinition] = []
    var env: [EnvironmentDefinition] = []
    /// Every stage of the file, in order, known before any of them is bound.
    var plan: [PlannedStage] = []
    var defaults = StageDefaults()

    var issues: IssueList { check.issues }

    init(file: String, registry: Registry, context: LintContext, issues: IssueList) {
        self.file = file
        self.registry = registry
        self.context = context
        possibleFacts = PipelineScope.possibleFacts(of: registry)
        check = FormatCheck(issues: issues, registry: registry)
    }

    /// - Returns: nil when not even the outline can be read; otherwise a pipeline that is complete if there are no errors.
    mutating func read(_ root: YAMLNode, source: String, hash: String) -> Pipeline? {
        check.mapping(root, PipelineFormat.keys, what: "a pipeline", extensible: true)
        guard root.fields != nil else { return nil }
        readInputs(root["inputs"])
        readEnvironment(root["env"])
        let concurrency = root["concurrency"].flatMap { readConcurrency($0) }
        let triggers = readTriggers(root["on"])
        defaults = readDefaults(root["defaults"])
        planStages(root)
        var flow = FactFlow()
        let stages = bindStages(of: nil, flow: &flow)
        if root["stages"]?.items?.isEmpty == true {
            check.report(
                "missing-stages", "a pipeline needs at least one stage", at: root.keySpan("stages"),
                hint: "add `- uses: …`")
        }
        let handlers = PipelineFormat.handlers.map { handler in
            var flow = handler.name == "on-success" ? flow : flow.uncertain
            return bindStages(of: handler.name, flow: &flow)
        }
        readDefaultCondition(flow: flow)
        readDeduplication(root["dedup"], flow: flow)
        readTests(root["tests"])
        return Pipeline(
            name: root["name"]?.string ?? "", description: root["description"]?.string, file: file,
            source: source, hash: hash, inputs: inputs, env: env, concurrency: concurrency, stages: stages,
            onSuccess: handlers[0], onFailure: handlers[1], onRejected: handlers[2], finally: handlers[3],
            triggers: triggers, nameSpan: root["name"]?.span)
    }

    private mutating func readConcurrency(_ node: YAMLNode) -> ConcurrencyDefinition? {
        if let mode = node["when-full"], let text = mode.string, ["skip", "cancel-oldest"].contains(text) {
            check.report(
                "not-supported", "`when-full: \(text)` is part of the format but not yet carried out by this version",
                at: mode, hint: "write `when-full: queue`")
        }
        guard let group = node["group"] else { return nil }
        let scope = PipelineScope(self).ofGroup
        guard
            let value = CompiledValue.compile(group, as: Wanted(.string, name: "group"), in: scope, &check.issues)
        else { return nil }
        return ConcurrencyDefinition(group: value, limit: node["limit"]?.integer.map(Int.init) ?? 1)
    }

    /// A condition that every stage overrides is checked all the same.
    private mutating func readDefaultCondition(flow: FactFlow) {
        guard let node = defaults.condition, plan.allSatisfy({ $0.node["if"] != nil }) else { return }
        _ = Condition.compile(node, in: PipelineScope(self).ofStage(nil, flow: flow), &check.issues)
    }

    /// Its execution arrives later; what it says is checked all the same.
    private mutating func readDeduplication(_ node: YAMLNode?, flow: FactFlow) {
        guard let key = node?["key"] else { return }
        let scope = PipelineScope(self).ofStage(nil, flow: flow)
        _ = CompiledValue.compile(key, as: Wanted(.string, name: "key"), in: scope, &check.issues)
    }
}
