internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// `tests`: test cases. What they name must exist, and what they give must fit.
    mutating func readTests(_ node: YAMLNode?, root: YAMLNode) -> [PipelineTest] {
        var tests: [PipelineTest] = []
        var lines: [String: Int] = [:]
        knownFacts = givenFacts
        for node in node?.items ?? [] where node.fields != nil && !check.issues.isFull {
            let test = readTest(node, root: root)
            if !test.name.isEmpty, let line = lines[test.name] {
                check.report(
                    "duplicate-name", "two test cases are named `\(Printable.short(test.name))`", at: test.span,
                    hint: "give one of them another name", notes: ["the other stands in line \(line)"])
            } else {
                lines[test.name] = test.span.line
            }
            tests.append(test)
        }
        return tests
    }

    private mutating func readTest(_ node: YAMLNode, root: YAMLNode) -> PipelineTest {
        let given = node["given"]
        return PipelineTest(
            name: node["name"]?.string ?? "", span: node["name"]?.headSpan ?? node.headSpan,
            file: given?["file"]?.string, fileSpan: given?["file"]?.headSpan,
            document: readGivenDocument(given, root: root), inputs: readGivenInputs(given?["inputs"]),
            env: (given?["env"]?.fields ?? []).compactMap { key, value in
                key.text.flatMap { name in value.string.map { (name, $0) } }
            },
            trigger: given?["trigger"]?.value.record ?? [:], mocks: readMocks(node["mocks"]),
            expectations: readExpectations(node["expect"]))
    }

    private mutating func readGivenInputs(_ node: YAMLNode?) -> Record {
        var record: Record = [:]
        for (key, node) in node?.fields ?? [] {
            guard let name = key.text, NameRule.input.allows(name) else { continue }
            guard let input = input(name) else {
                reportUnknownInput(name, at: key)
                continue
            }
            let types = input.isDocumentType ? DocumentType.allCases.map(\.rawValue) : nil
            guard let value = constant(node, as: Wanted(input.type, name: name, choices: types, isConstant: true))
            else { continue }
            if let allowed = input.allowed, !value.isNull, !allowed.contains(value) {
                check.report(
                    "invalid-value", "input `\(name)` is not among its allowed values", at: node,
                    hint: "allowed are \(NameList.text(allowed.map(\.text)))")
                continue
            }
            record[name] = value
        }
        return record
    }

    /// A value that is written without expressions.
    ///
    /// - Returns: nil when it does not fit, which is among the issues then.
    mutating func constant(_ node: YAMLNode, as wanted: Wanted) -> Value? {
        CompiledValue.compile(node, as: wanted, in: Scope(roots: [], hasStatus: false), &check.issues)?.constant
    }

    /// A value as a record of a run shows it: sizes and durations also as numbers, of bytes and milliseconds.
    mutating func recorded(_ node: YAMLNode, as type: ValueType, name: String) -> Value? {
        if let count = node.constant?.integer, count >= 0, [.size, .duration].contains(type.nonNull) {
            return .integer(count)
        }
        return constant(node, as: Wanted(type.orNull, name: name, isConstant: true))
    }

    private mutating func reportUnknownInput(_ name: String, at node: YAMLNode) {
        let names = inputs.map(\.name)
        check.report(
            "unknown-input", "the pipeline has no input `\(name)`", at: node, hint: Spelling.hint(for: name, in: names),
            notes: [names.isEmpty ? "the pipeline has no inputs" : "inputs: \(NameList.text(names))"])
    }

    /// The stage that a test case names.
    ///
    /// - Returns: nil when there is none, which is among the issues then.
    mutating func stage(namedBy node: YAMLNode) -> PlannedStage? {
        guard let id = node.text, NameRule.kebab.allows(id) else { return nil }
        if let stage = firstStage(id) { return stage }
        let ids = plan.map(\.id).filter { !$0.isEmpty }
        check.report(
            "unknown-stage", "the pipeline has no stage `\(id)`", at: node, hint: Spelling.hint(for: id, in: ids),
            notes: [ids.isEmpty ? "the pipeline has no stages" : "stages: \(NameList.text(ids))"])
        return nil
    }

    /// The values of a stage's outputs.
    ///
    /// - Parameter known: nil: not known, so not checked.
    mutating func readOutputs(
        _ node: YAMLNode, of id: String, _ known: [Fact]?, heading: String
    ) -> [(name: String, value: Value, node: YAMLNode)] {
        (node.fields ?? []).compactMap { key, node in
            guard let name = key.text, let known else { return nil }
            guard let fact = known.first(where: { $0.name == name }) else {
                let list = known.map { "\($0.name) (\($0.type))" }.joined(separator: ", ")
                check.report(
                    "unknown-output", "stage `\(id)` has no output `\(Printable.short(name))`", at: key,
                    hint: Spelling.hint(for: name, in: known.map(\.name)),
                    notes: ["outputs of \(heading): \(list.isEmpty ? "none" : list)"])
                return nil
            }
            return recorded(node, as: fact.type, name: name).map { (name, $0, node) }
        }
    }
}

extension PipelineReader {
    /// `given.document`: what the catalog knows of the document that a case is about.
    ///
    /// - Returns: nil in a pipeline whose runs are not for documents.
    mutating func readGivenDocument(_ given: YAMLNode?, root: YAMLNode) -> Record? {
        let hasDocuments = root["source"]?["documents"] != nil
        if hasDocuments, let file = given?.entry("file")?.key {
            check.report(
                "contradiction", "the runs of `source.documents` have no file", at: file,
                hint: "write `document: { title: … }`")
        }
        guard let node = given?["document"] else { return hasDocuments ? [:] : nil }
        guard hasDocuments else {
            check.report(
                "contradiction", "`document` goes with `source.documents`",
                at: given?.keySpan("document") ?? node.headSpan,
                hint: "write `file: …`")
            return nil
        }
        let known = Fact.catalogued.filter { ![Fact.id, .series, .createdAt, .stem, .extension].contains($0) }
        var record: Record = [:]
        for (key, value) in node.fields ?? [] {
            guard let name = key.text else { continue }
            guard let fact = known.first(where: { $0.name == name }) else {
                check.report(
                    "unknown-fact", "a document of a case has no fact `\(Printable.short(name))`", at: key,
                    hint: Spelling.hint(for: name, in: known.map(\.name)),
                    notes: ["facts that can be given: \(known.map(\.name).joined(separator: ", "))"])
                continue
            }
            if let value = recorded(value, as: fact.type, name: name) { record[name] = value }
        }
        return record
    }
}
