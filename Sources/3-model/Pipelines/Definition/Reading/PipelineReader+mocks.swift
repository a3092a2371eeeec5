internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

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
