internal import Diagnostics
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
