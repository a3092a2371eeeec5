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
        internal import Documents
        public import Pipelines
        public import Platform

        /// Refuses documents whose names do not begin as they should.
        ///
        /// It only looks. One that changes the world is an `EffectStage`; see docs/guides/writing-a-stage.md.
        public struct \(type): PureStage {
            /// What `with:` may say.
            public struct Options: PartOptions {
                var prefix: Setting<String> = ""

                public init() {}

                public static let fields: [OptionField<Options>] = [
                    OptionField("prefix", \\.prefix, "What the name has to begin with.")
                ]
            }

            public static let spec = StageSpec(
                name: "\(name)",
                summary: "Refuses documents whose names do not begin as they should.",
                outputs: [Fact("rest", .string, "What stands behind the prefix.")],
                effect: .none,
                examples: [
                    StageExample(
                        "A name with the prefix.", yaml: "uses: \(name)\\nwith: { prefix: example }",
                        result: .outputs(["rest": ".txt"])),
                    StageExample(
                        "A name without it.", yaml: "uses: \(name)\\nwith: { prefix: other }",
                        result: .rejected("The name must begin with \\"other\\".")),
                ])

            private let options: Options

            public init(options: Options) {
                self.options = options
            }

            public func run(_ context: StageContext) async throws -> Record {
                let prefix = try context.value(options.prefix)
                let name = try context.require(.name, as: String.self)
                guard name.hasPrefix(prefix) else {
                    throw StageError.rejected("wrong-name", "The name must begin with \\"\\(prefix)\\".")
                }
                return ["rest": .string(String(name.dropFirst(prefix.count)))]
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
