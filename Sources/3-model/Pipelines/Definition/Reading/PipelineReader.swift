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
    let work: ReadingWork
    var check: FormatCheck

    /// What is known of the document before the first stage.
    var initialFacts = Fact.initial
    var inputs: [InputDefinition] = []
    var env: [EnvironmentDefinition] = []
    /// Every stage of the file, in order, known before any of them is bound.
    var plan: [PlannedStage] = []
    var index = PlanIndex()
    /// Inputs and values of `env` by name, as indexes.
    var inputIndex: [String: Int] = [:]
    var envIndex: [String: Int] = [:]
    var defaults = StageDefaults()
    /// `givenFacts`, for all test cases.
    var knownFacts: (facts: [Fact], isKnown: Bool) = ([], false)

    var issues: IssueList { check.issues }

    init(file: String, registry: Registry, context: LintContext, issues: IssueList, work: ReadingWork) {
        self.file = file
        self.registry = registry
        self.context = context
        self.work = work
        possibleFacts = PipelineScope.possibleFacts(of: registry)
        check = FormatCheck(issues: issues, registry: registry)
    }

    /// - Returns: nil when not even the outline can be read; otherwise a pipeline that is complete if there are no errors.
    mutating func read(_ root: YAMLNode, source: String, hash: String) -> Pipeline? {
        check.mapping(root, PipelineFormat.keys, what: "a pipeline", extensible: true)
        guard root.fields != nil else { return nil }
        initialFacts = Self.initialFacts(of: root)
        readInputs(root["inputs"])
        readEnvironment(root["env"])
        let concurrency = root["concurrency"].flatMap { readConcurrency($0) }
        let triggers = readTriggers(root["on"], name: root["name"]?.string ?? file)
        let batchSource = readSource(root["source"], root: root)
        defaults = readDefaults(root["defaults"])
        planStages(root)
        checkReaders(root)
        checkScheduled(root, triggers, batchSource)
        var flow = FactFlow(facts: initialFacts)
        let stages = bindStages(of: nil, flow: &flow)
        if root["stages"]?.items?.isEmpty == true {
            check.report(
                "missing-stages", "a pipeline needs at least one stage", at: root.keySpan("stages"),
                hint: "add `- uses: …`")
        }
        let handlers = PipelineFormat.handlers.map { handler in
            var flow = flow
            if handler.name != "on-success" { flow.doubt() }
            return bindStages(of: handler.name, flow: &flow)
        }
        readDefaultCondition(flow: flow)
        warnOfEffects()
        warnOfUnreadFiles(root["on"]?["watch"])
        return Pipeline(
            name: root["name"]?.string ?? "", description: root["description"]?.string, file: file,
            source: source, hash: hash, inputs: inputs, env: env, concurrency: concurrency,
            deduplication: root["dedup"].flatMap { readDeduplication($0) }, stages: stages, onSuccess: handlers[0],
            onFailure: handlers[1], onRejected: handlers[2], finally: handlers[3],
            triggers: triggers, batchSource: batchSource, tests: readTests(root["tests"], root: root),
            nameSpan: root["name"]?.span)
    }

    /// A condition that every stage overrides is checked all the same.
    private mutating func readDefaultCondition(flow: FactFlow) {
        guard let node = defaults.condition, plan.allSatisfy({ $0.node["if"] != nil }) else { return }
        _ = Condition.compile(node, in: PipelineScope(self).ofStage(nil, flow: flow), &check.issues)
    }
}
