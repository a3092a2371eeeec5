import CompassTesting
import Documents
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// Runs the examples of the stages that only look, from their text on: what the reference shows is what happens.
@Suite struct ExampleTests {
    /// Stands for the stages before the one that is shown.
    private struct Earlier: PureStage {
        static let spec = StageSpec(
            name: "earlier", summary: "Gives facts.", gives: [.mimeType, .documentType], effect: .none,
            examples: [StageExample("Nothing.", yaml: "uses: earlier", result: .outputs([:]))])
        init(options: NoOptions) {}
        func run(_ context: StageContext) async throws -> Record { [:] }
    }

    private static let stages: [any PureStage.Type] = [DetectMime.self, ValidateExtension.self, SizeCheck.self]
    private static let names = stages.map { $0.spec.name }

    @Test("every example does what it says", arguments: names)
    func examples(name: String) async throws {
        let registry = try Registry(Self.stages + [Earlier.self])
        let spec = try #require(registry[name]).spec
        #expect(!spec.examples.isEmpty)
        for example in spec.examples {
            let stage = try bind(example, registry)
            guard case .pure(let work) = stage.bound.work else {
                Issue.record("\(name) is declared as a stage that only looks")
                return
            }
            let folder = try TestFolder()
            let document = try #require(example.file)
            let file = try folder.open(Path(document.name), document.contents)
            let context = StageContext.example(file: .success(file), facts: example.facts, inputs: example.inputs)
            let result = await Result { try await work(context) }
            switch example.result {
            case .outputs(let expected):
                let outputs = try result.get()
                for entry in expected { #expect(outputs[entry.key] == entry.value, "\(example.title)") }
                #expect(outputs.keys.sorted() == spec.allOutputs.map(\.name).sorted())
            case .rejected(let message):
                let error = #expect(throws: StageError.self) { try result.get() }
                #expect(error?.outcome == .rejected)
                #expect(error?.message == message, "\(example.title)")
            case .failed(let errorClass):
                let error = #expect(throws: StageError.self) { try result.get() }
                #expect(error?.errorClass == errorClass, "\(example.title)")
            }
        }
    }

    /// The example at its place in a pipeline that lint accepts.
    private func bind(_ example: StageExample, _ registry: Registry) throws -> PipelineStage {
        let stage = example.yaml.split(separator: "\n").joined(separator: "\n    ")
        let yaml = """
            version: 1
            name: example
            inputs:
              type: { type: document-type, required: true }
            stages:
              - uses: earlier
              - \(stage)
            """
        var report = LintReport()
        report.add(Array(yaml.utf8), file: "example.yaml", registry: registry)
        #expect(!report.hasErrors, "\(report.text())")
        return try #require(report.pipelines.first?.stages.last)
    }
}
