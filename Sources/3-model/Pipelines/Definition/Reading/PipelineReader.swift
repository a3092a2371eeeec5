internal import Diagnostics
internal import Digests
internal import Platform
internal import Synchronization
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
    /// Stages, by index, whose effects their own undo takes back, or of which nothing is left.
    var undoable: Set<Int> = []
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
    mutating func read(_ root: YAMLNode, source: String) -> Pipeline? {
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
        checkWebhooks(root)
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
        let pipeline = Pipeline(
            name: root["name"]?.string ?? "", description: root["description"]?.string, file: file,
            source: source, hash: SHA256.hex(of: Array(source.utf8)), inputs: inputs, env: env,
            concurrency: concurrency,
            deduplication: root["dedup"].flatMap { readDeduplication($0) }, stages: stages, onSuccess: handlers[0],
            onFailure: handlers[1], onRejected: handlers[2], finally: handlers[3],
            triggers: triggers, batchSource: batchSource, tests: readTests(root["tests"], root: root),
            nameSpan: root["name"]?.span)
        checkSchools(ofDefaultsIn: root["inputs"], pipeline)
        return pipeline
    }

    /// A condition that every stage overrides is checked all the same.
    private mutating func readDefaultCondition(flow: FactFlow) {
        guard let node = defaults.condition, plan.allSatisfy({ $0.node["if"] != nil }) else { return }
        _ = Condition.compile(node, in: PipelineScope(self).ofStage(nil, flow: flow), &check.issues)
    }
}

extension PipelineReader {
    /// Every `{name}` of a pattern is the name of an input that takes text.
    ///
    /// - Parameter key: that holds the pattern.
    mutating func checkCaptures(_ captures: [String], of key: String, _ node: YAMLNode) {
        for capture in captures where !check.issues.isFull {
            // Looked for in the text only for a mistake: that costs as much as the text is long.
            let span = { node.part(of: "{\(capture)}") }
            guard let input = input(capture) else {
                check.report(
                    "unknown-input",
                    "`\(key)` captures `\(Printable.short(capture))`, which is no input of the pipeline", at: span(),
                    hint: Spelling.hint(for: capture, in: inputs.map(\.name))
                        ?? "declare the input `\(Printable.short(capture))`")
                continue
            }
            if input.type.nonNull != .string && input.type != .any {
                check.report(
                    "wrong-type", "`\(key)` captures `\(capture)`, an input of type \(input.type.nonNull)", at: span(),
                    hint: "a segment of a path is a string")
            }
        }
    }
}

extension PipelineReader {
    mutating func readConcurrency(_ node: YAMLNode) -> ConcurrencyDefinition? {
        let whenFull = node["when-full"]?.string.flatMap(ConcurrencyDefinition.WhenFull.init) ?? .queue
        if node["queue-size"] != nil, whenFull != .queue {
            check.report(
                "contradiction", "`queue-size` goes with `when-full: queue`", at: node.keySpan("queue-size"),
                hint: "write `when-full: queue`, or leave it out")
        }
        guard let group = node["group"] else { return nil }
        let scope = PipelineScope(self).ofGroup
        guard
            let value = CompiledValue.compile(group, as: Wanted(.string, name: "group"), in: scope, &check.issues)
        else { return nil }
        return ConcurrencyDefinition(
            group: value, limit: node["limit"]?.integer.map { Int(clamping: $0) } ?? 1, whenFull: whenFull,
            queueSize: node["queue-size"]?.integer.map { Int(clamping: $0) })
    }

    mutating func readDeduplication(_ node: YAMLNode) -> DeduplicationDefinition? {
        guard node.fields != nil else { return nil }
        let key = node["key"].flatMap {
            CompiledValue.compile(
                $0, as: Wanted(.string, name: "key"), in: PipelineScope(self).ofDeduplication, &check.issues)
        }
        return DeduplicationDefinition(
            key: key, action: node["on-duplicate"]?.string.flatMap(DeduplicationDefinition.Action.init) ?? .attach)
    }
}

/// What reading a pipeline took, for tests of how it grows: fields of scopes that were made because somebody asked.
final class ReadingWork: Sendable {
    private let count = Atomic<Int>(0)

    var fields: Int { count.load(ordering: .relaxed) }

    func made(_ field: Field) -> Field {
        count.add(1, ordering: .relaxed)
        return field
    }
}
