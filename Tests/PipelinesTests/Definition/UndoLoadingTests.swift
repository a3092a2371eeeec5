import Diagnostics
import Documents
import Pipelines
import Platform
import Testing

@Suite("undo and irreversible, as they are loaded")
struct UndoLoadingTests {
    /// Gives back its option.
    struct Tell: PureStage {
        struct Options: PartOptions {
            var text: Setting<String> = .required
            static let fields: [OptionField<Options>] = [OptionField("text", \.text, "A text.")]
        }
        static let spec = StageSpec(
            name: "tell", summary: "Gives its option.", effect: .none,
            examples: [StageExample("It does.", yaml: "uses: tell\nwith: { text: a }", result: .outputs([:]))])
        let options: Options
        init(options: Options) { self.options = options }
        func run(_ context: StageContext) async throws -> Record { ["text": .string(try context.value(options.text))] }
    }

    @Test("An undo's expressions have the outputs of its stage, and the element of for-each")
    func expressions() async throws {
        var registry = TestStages.registry
        try registry.add(Tell.self)
        let text = """
            version: 1
            name: a
            inputs: { type: { type: document-type, default: transcript } }
            stages:
              - uses: upload
                for-each: [x, y]
                as: word
                undo: { uses: tell, with: { text: "${{ word }} ${{ stages.upload.outputs.object-key }}" } }
              - uses: detect-mime
            """
        let (pipeline, issues) = PipelineLoader.load(Array(text.utf8), file: "p", registry: registry)
        #expect(issues.isEmpty, "\(issues.sorted)")
        let undo = try #require(pipeline?.stages.first?.undo)
        #expect(undo.spec.name == "tell")
        #expect(undo.span == SourceSpan(file: "p", line: 8, column: 19, length: 4))
        let environment = Environment(roots: [
            "word": "x", "stages": ["upload": ["outputs": ["object-key": "u/k"], "status": "succeeded"]],
        ])
        let context = StageContext(
            run: "r", pipeline: "a", stage: "upload", attempt: 1, startedAt: Timestamp(microseconds: 0),
            keyTimestamp: 0, owner: "u1", file: nil, facts: [:], resources: Resources(), environment: environment,
            progress: { _, _ in })
        guard case .pure(let run) = undo.bound.work else {
            Testing.Issue.record("it only looks")
            return
        }
        #expect(try await run(context) == ["text": "x u/k"])
    }

    @Test("A stage says whether its effect is meant to stay")
    func irreversible() throws {
        let pipeline = try LoadedSample.load(
            """
            stages:
              - { uses: sign, irreversible: true }
              - { uses: sign, id: b, irreversible: false, undo: { uses: notify, with: { subject: a } } }
              - { uses: sign, id: c }
            """)
        #expect(pipeline.stages.map(\.isIrreversible) == [true, false, false])
        #expect(pipeline.stages.map { $0.undo != nil } == [false, true, false])
    }
}
