import Diagnostics
import Pipelines
import Platform
import Testing

@Suite("Options, as stages get them")
struct BoundOptionTests {
    /// Gives back the options that it is bound with.
    struct Echo: PureStage {
        struct Options: PartOptions {
            var text: Setting<String> = .expression("document.stem")
            var size: Setting<ByteSize> = .fixed(ByteSize(bytes: 7))
            var wait: Setting<TimeSpan?> = .fixed(nil)
            var words: Setting<[String]> = .fixed(["a"])
            var count: Setting<Int64> = .fixed(0)
            static let fields: [OptionField<Options>] = [
                OptionField("text", \.text, "A text."), OptionField("size", \.size, "A size."),
                OptionField("wait", \.wait, "A time."), OptionField("words", \.words, "Words."),
                OptionField("count", \.count, "A number."),
            ]
        }
        static let spec = StageSpec(
            name: "echo", summary: "Gives its options.", effect: .none,
            examples: [StageExample("It does.", yaml: "uses: echo", result: .outputs([:]))])
        let options: Options
        init(options: Options) { self.options = options }
        func run(_ context: StageContext) async throws -> Record {
            [
                "text": try context.value(options.text).value, "size": try context.value(options.size).value,
                "wait": try context.value(options.wait).value, "words": try context.value(options.words).value,
                "count": try context.value(options.count).value,
            ]
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let with: String
        let outputs: Record
        var testDescription: String { with }
    }

    static let cases = [
        Case(with: "", outputs: ["text": "clip", "size": 7, "wait": nil, "words": ["a"], "count": 0]),
        Case(
            with: "{ text: hello, size: 1.5MiB, wait: 1h30m, words: [], count: -3 }",
            outputs: ["text": "hello", "size": 1_572_864, "wait": 5_400_000, "words": [], "count": -3]),
        Case(
            with:
                "{ text: 'a ${{ inputs.n }}', size: '${{ inputs.max }}', words: ['x', '${{ document.stem }}'], count: '${{ inputs.n }}' }",
            outputs: ["text": "a 4", "size": 9, "wait": nil, "words": ["x", "clip"], "count": 4]),
        Case(
            with: "{ words: '${{ inputs.list }}', wait: '${{ 5s }}', text: '${{ env.LEVEL }}' }",
            outputs: ["text": "high", "size": 7, "wait": 5_000, "words": ["p", "q"], "count": 0]),
        Case(
            with: "{ wait: null, text: \"${{ env.UNSET ?? 'none' }}\" }",
            outputs: ["text": "none", "size": 7, "wait": nil, "words": ["a"], "count": 0]),
    ]

    @Test("Literals, templates, lists and defaults have the option's type", arguments: cases)
    func bound(_ example: Case) async throws {
        let text = """
            version: 1
            name: a
            inputs:
              n: { type: integer, default: 4 }
              max: { type: size, default: 9B }
              list: { type: list, of: string, default: [p, q] }
            env: { LEVEL: high }
            stages:
              - uses: echo
                with: \(example.with)
            """
        let (pipeline, issues) = PipelineLoader.load(
            Array(text.utf8), file: "p.yaml", registry: try Registry([Echo.self]))
        let stage = try #require(pipeline?.stages.first, "\(issues.sorted)")
        let environment = Environment(
            roots: [
                "document": ["stem": "clip"], "inputs": ["n": 4, "max": 9, "list": ["p", "q"]],
                "env": ["LEVEL": "high"],
            ], variable: { _ in nil })
        let context = StageContext(
            run: "r", pipeline: "a", stage: "echo", attempt: 1, startedAt: Timestamp(microseconds: 0), keyTimestamp: 0,
            owner: "u1", file: nil, facts: [:], resources: Resources(), environment: environment,
            progress: { _, _ in })
        guard case .pure(let run) = stage.bound.work else {
            Testing.Issue.record("an echo only looks")
            return
        }
        #expect(try await run(context) == example.outputs)
    }
}
