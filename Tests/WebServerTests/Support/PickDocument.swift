import Documents
import Pipelines
import Platform

/// Names a document, so that a run without a file may share something.
struct PickDocument: PureStage {
    static let spec = StageSpec(
        name: "pick-document", summary: "Names a document.", gives: [.id], effect: .none,
        examples: [
            StageExample("A document.", yaml: "uses: pick-document", facts: [:], result: .outputs(["id": "nothing"]))
        ])

    init(options: NoOptions) {}
    func run(_ context: StageContext) async throws -> Record { [Fact.id.name: "nothing"] }
}
