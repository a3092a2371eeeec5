internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// The stages and inputs that test cases name must exist.
    mutating func readTests(_ node: YAMLNode?) {
        for test in node?.items ?? [] {
            for (key, _) in test["given"]?["inputs"]?.fields ?? [] { checkInput(key) }
            for (key, _) in test["mocks"]?.fields ?? [] { checkStage(key) }
            guard let expect = test["expect"] else { continue }
            if let node = expect["failed-stage"] { checkStage(node) }
            for name in ["called", "not-called", "undone"] {
                for node in expect[name]?.items ?? [] { checkStage(node) }
            }
            for (key, _) in expect["outputs"]?.fields ?? [] { checkStage(key) }
        }
    }

    private mutating func checkStage(_ node: YAMLNode) {
        guard let id = node.text, NameRule.kebab.allows(id), !plan.contains(where: { $0.id == id }) else { return }
        let ids = plan.map(\.id).filter { !$0.isEmpty }
        check.report(
            "unknown-stage", "the pipeline has no stage `\(id)`", at: node, hint: Spelling.hint(for: id, in: ids),
            notes: [ids.isEmpty ? "the pipeline has no stages" : "stages: \(ids.joined(separator: ", "))"])
    }

    private mutating func checkInput(_ node: YAMLNode) {
        guard let name = node.text, NameRule.input.allows(name), !inputs.contains(where: { $0.name == name }) else {
            return
        }
        let names = inputs.map(\.name)
        check.report(
            "unknown-input", "the pipeline has no input `\(name)`", at: node, hint: Spelling.hint(for: name, in: names),
            notes: [names.isEmpty ? "the pipeline has no inputs" : "inputs: \(names.joined(separator: ", "))"])
    }
}
