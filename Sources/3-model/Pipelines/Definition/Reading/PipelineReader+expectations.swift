internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// Each with the place of its own value.
    mutating func readExpectations(_ node: YAMLNode?) -> [PipelineTest.Expectation] {
        guard let node, let fields = node.fields else { return [] }
        if fields.isEmpty {
            check.report(
                "missing-key", "`expect` is empty, so that the case could not fail", at: node,
                hint: "add `status: succeeded`")
        }
        var found: [PipelineTest.Expectation] = []
        for (key, node) in fields {
            switch key.text {
            case "status":
                if let status = node.string.flatMap(RunStatus.init) { found.append(.init(.status(status), node)) }
            case "failed-stage":
                if let stage = stage(namedBy: node) { found.append(.init(.failedStage(stage.id), node)) }
            case "message":
                if let text = node.string { found.append(.init(.message(text), node)) }
            case "outputs": found += readExpectedOutputs(node)
            case "document": found += readExpectedFacts(node)
            case "called": found += readExpectedStages(node) { .called($0) }
            case "not-called": found += readExpectedStages(node) { .notCalled($0) }
            case "undone": found += readExpectedStages(node) { .undone($0) }
            case "notifications": found += readExpectedNotifications(node)
            default: break
            }
        }
        return found
    }

    private mutating func readExpectedStages(
        _ node: YAMLNode, _ what: (String) -> PipelineTest.Expectation.What
    ) -> [PipelineTest.Expectation] {
        var found: [PipelineTest.Expectation] = []
        for node in node.oneOrMany {
            if let stage = stage(namedBy: node) { found.append(.init(what(stage.id), node)) }
        }
        return found
    }

    private mutating func readExpectedOutputs(_ node: YAMLNode) -> [PipelineTest.Expectation] {
        var found: [PipelineTest.Expectation] = []
        for (key, node) in node.fields ?? [] {
            guard let stage = stage(namedBy: key) else { continue }
            let known = stage.isLoop ? LoopDefinition.outputs : stage.spec?.allOutputs
            let heading = stage.isLoop ? "a stage with for-each" : stage.spec?.name ?? ""
            for output in readOutputs(node, of: stage.id, known, heading: heading) {
                found.append(.init(.output(stage: stage.id, name: output.name, output.value), output.node))
            }
        }
        return found
    }

    private mutating func readExpectedFacts(_ node: YAMLNode) -> [PipelineTest.Expectation] {
        let (facts, isKnown) = (knownFacts.facts, knownFacts.isKnown)
        let names = facts.map(\.name)
        var found: [PipelineTest.Expectation] = []
        for (key, node) in node.fields ?? [] {
            guard let name = key.text, isKnown else { continue }
            guard let fact = facts.first(where: { $0.name == name }) else {
                check.report(
                    "unknown-fact", "no stage gives the document the fact `\(Printable.short(name))`", at: key,
                    hint: Spelling.hint(for: name, in: names), notes: ["facts: \(names.joined(separator: ", "))"])
                continue
            }
            if let value = recorded(node, as: fact.type, name: name) { found.append(.init(.fact(name, value), node)) }
        }
        return found
    }

    /// The facts that the document may have, each once; and whether that is known, as the types of all stages are.
    var givenFacts: (facts: [Fact], isKnown: Bool) {
        var seen: Set<String> = []
        let given = Fact.initial + plan.flatMap { $0.spec?.gives ?? [] }
        return (given.filter { seen.insert($0.name).inserted }, plan.allSatisfy { $0.spec != nil })
    }

    private func readExpectedNotifications(_ node: YAMLNode) -> [PipelineTest.Expectation] {
        if let count = node.integer { return [.init(.notificationCount(Int(clamping: count)), node)] }
        if node.items?.isEmpty == true { return [.init(.notificationCount(0), node)] }
        return node.oneOrMany.filter { $0.fields != nil }.map {
            .init(
                .notification(channel: $0["channel"]?.string, subject: $0["subject"]?.string, body: $0["body"]?.string),
                $0)
        }
    }
}

extension PipelineTest.Expectation {
    fileprivate init(_ what: What, _ node: YAMLNode) { self.init(what, span: node.headSpan) }
}

extension PipelineReader {
    mutating func readMocks(_ node: YAMLNode?) -> [PipelineTest.Mock] {
        var mocks: [PipelineTest.Mock] = []
        for (key, node) in node?.fields ?? [] {
            guard let stage = stage(namedBy: key), node.fields != nil else { continue }
            if stage.isGroup {
                check.report(
                    "contradiction", "`\(stage.id)` is a group, which has no work of its own", at: key,
                    hint: "mock the stages in it")
                continue
            }
            if let mock = readMock(node, of: stage, at: key.headSpan) { mocks.append(mock) }
        }
        return mocks
    }

    /// - Returns: nil when it is incomplete, which is among the issues then.
    private mutating func readMock(
        _ node: YAMLNode, of stage: PlannedStage, at span: SourceSpan
    ) -> PipelineTest.Mock? {
        var results: [PipelineTest.Mock.Result] = []
        if let error = node["error"]?.string.flatMap(ErrorClass.init) { results.append(.error(error)) }
        if let message = node["rejected"]?.string { results.append(.rejected(message: message)) }
        if let outputs = node["outputs"] {
            let values = readOutputs(outputs, of: stage.id, stage.spec?.allOutputs, heading: stage.spec?.name ?? "")
            results.append(.outputs(Record(values.map { ($0.name, $0.value) })))
        }
        checkMock(node)
        guard let first = results.first else { return nil }
        return PipelineTest.Mock(
            stage: stage.id, first: first, times: node["times"]?.integer.map { Int(clamping: $0) },
            rest: results.dropFirst().first, span: span)
    }

    private mutating func checkMock(_ node: YAMLNode) {
        let given = ["error", "rejected", "outputs"].filter { node[$0] != nil }
        let (hasError, hasTimes) = (node["error"] != nil, node["times"] != nil)
        if given.isEmpty, node.entries?.contains(where: { $0.name != "times" }) != true {
            check.report(
                "missing-key", "a mock needs `outputs`, `error` or `rejected`", at: node.headSpan,
                hint: "write `{ outputs: {} }` for a stage that succeeds and gives nothing")
        } else if let last = given.last, given.count > (hasError ? 2 : 1) {
            check.report(
                "contradiction", "a mock cannot have both `rejected` and `outputs`", at: node.keySpan(last),
                hint: "a rejection is never tried again")
        } else if let last = given.last, hasError, given.count == 2, !hasTimes {
            check.report(
                "contradiction", "without `times` every try ends with `error`, and none with `\(last)`",
                at: node.keySpan(last), hint: "add `times: 1`")
        }
        if hasTimes, !hasError {
            check.report(
                "contradiction", "`times` goes with `error`", at: node.keySpan("times"),
                hint: "only what failed is tried again")
        }
    }
}
