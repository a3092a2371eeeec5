internal import Platform
internal import Representations

extension Scaffold {
    /// A stage that is built into Compass, and its test.
    ///
    /// - Parameter root: a checkout of Compass' sources.
    /// - Throws: `Problem` when the name cannot be one, or the folder has no sources.
    static func stage(_ name: String, in root: Path) throws -> Scaffold {
        try check(name)
        let tests = root.appending("Tests/ContributedStagesTests")
        guard Files.exists(root.appending("Package.swift")), Files.exists(tests) else {
            throw Problem.invalidRequest(
                "a stage is built into Compass, and this folder does not have its sources; without them, begin a plugin: "
                    + "compass new plugin \(name)")
        }
        let type = typeName(name)
        return Scaffold(files: [
            File(root.appending(Path("plugins/\(name)/\(type).swift")), source(name, type)),
            File(tests.appending(Path("\(type)Tests.swift")), test(type)),
        ])
    }

    private static func source(_ name: String, _ type: String) -> String {
        """
        public import Pipelines
        public import Platform

        /// Refuses texts that are too short.
        ///
        /// It only looks. One that changes the world is an `EffectStage`; see docs/guides/writing-a-stage.md.
        public struct \(type): PureStage {
            /// What `with:` may say.
            public struct Options: PartOptions {
                var minWords: Setting<Int> = 1
                var minLength: Setting<Double> = 0

                public init() {}

                public static let fields: [OptionField<Options>] = [
                    OptionField("min-words", \\.minWords, "Fewer words than that are refused."),
                    OptionField("min-length", \\.minLength, "The least mean length of a word, in characters."),
                ]
            }

            public static let spec = StageSpec(
                name: "\(name)",
                summary: "Refuses texts that are too short.",
                outputs: [Fact("words", .integer, "How many words there are.")],
                effect: .none,
                readsContent: true,
                examples: [
                    StageExample(
                        "A text with enough words.", yaml: "uses: \(name)\\nwith: { min-words: 3, min-length: 2.5 }",
                        file: .text("note.txt", "Three short words.\\n"), result: .outputs(["words": 3])),
                    StageExample(
                        "A text with too few.", yaml: "uses: \(name)\\nwith: { min-words: 4 }",
                        file: .text("note.txt", "Three short words.\\n"),
                        result: .rejected("note.txt has 3 words, and 4 are the least.")),
                ])

            private let options: Options

            public init(options: Options) {
                self.options = options
            }

            public func run(_ context: StageContext) async throws -> Record {
                let (minWords, minLength) = (try context.value(options.minWords), try context.value(options.minLength))
                let name = try context.require(.name, as: String.self)
                // As characters, whatever the file's encoding; `context.bytes()` gives it as it is.
                let words = try context.text().split(whereSeparator: \\.isWhitespace)
                guard words.count >= minWords else {
                    throw StageError.rejected(
                        "too-few-words", "\\(name) has \\(words.count) words, and \\(minWords) are the least.")
                }
                let letters = words.reduce(0) { $0 + $1.count }
                guard Double(letters) >= minLength * Double(words.count) else {
                    throw StageError.rejected("short-words", "The words of \\(name) are shorter than \\(minLength) characters.")
                }
                return ["words": .integer(Int64(words.count))]
            }
        }

        """
    }

    private static func test(_ type: String) -> String {
        """
        import CompassTesting
        import Pipelines
        import Platform
        import Testing

        @testable import ContributedStages

        @Suite struct \(type)Tests {
            @Test("every example of the stage does what it says")
            func examples() async throws {
                for example in \(type).spec.examples {
                    let stage = try await StageHarness(registry: Registry([\(type).self]), resources: Resources()).run(example)
                    switch example.result {
                    case .outputs(let expected):
                        for entry in expected { #expect(stage.outputs[entry.key] == entry.value, "\\(example.title)") }
                    case .rejected(let message): #expect(stage.error?.message == message, "\\(example.title)")
                    case .failed(let errorClass): #expect(stage.error?.errorClass == errorClass, "\\(example.title)")
                    }
                }
            }
        }

        """
    }
}
