import Diagnostics
import Pipelines
import Platform
import Testing
import YAMLTree

@Suite("The JSON Schema, held against files")
struct SchemaValidationTests {
    private let validator = SchemaValidator(root: PipelineSchema.make(TestStages.registry))

    private func problems(_ text: String) -> [String] {
        var issues = IssueList()
        let node = YAMLParser.parse(Array(text.utf8), file: "p.yaml", issues: &issues)
        return validator.problems(of: node?.value ?? .null)
    }

    @Test("What lint takes without an error is valid", arguments: LintCase.all.filter { !$0.output.contains("error[") })
    func clean(_ example: LintCase) {
        #expect(problems(example.file) == [])
    }

    @Test("The whole example and the shipped pipelines are valid")
    func shipped() throws {
        #expect(problems(Samples.highlightVideo) == [])
        var registry = TestStages.registry
        for stage in [Probe.self, Picture.self, Film.self] as [any Stage.Type] { try registry.add(stage) }
        let validator = SchemaValidator(root: PipelineSchema.make(registry))
        let folder = Path(#filePath).folder.folder.folder.folder.appending("pipelines")
        let files = try Files.list(folder).filter { $0.fileExtension == ".yaml" }
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try Files.read(folder.appending(file), limit: 1 << 20)
            var issues = IssueList()
            let node = YAMLParser.parse(bytes, file: "p.yaml", issues: &issues)
            #expect(validator.problems(of: node?.value ?? .null) == [], "\(file)")
        }
    }

    @Test("The stages' examples are valid")
    func examples() {
        for type in TestStages.registry.all {
            for example in type.spec.examples where example.yaml != "uses: nothing" {
                let lines = example.yaml.replacing("\n", with: "\n    ")
                #expect(problems("version: 1\nname: a\nstages:\n  - \(lines)\n") == [])
            }
        }
    }

    static let invalid: [(String, String)] = [
        ("version: 2\nname: a\nstages: [{ uses: sign }]", "/version: const 1"),
        ("version: 1\nname: A\nstages: [{ uses: sign }]", "/name: pattern \"^[a-z][a-z0-9-]*$\""),
        ("version: 1\nname: a", ": lacks stages"),
        ("version: 1\nname: a\nsteps: []\nstages: [{ uses: sign }]", "/steps: not allowed"),
        ("version: 1\nname: a\nstages: [{ uses: sign, with: { mod: fast } }]", "/stages/0/with/mod: not allowed"),
        ("version: 1\nname: a\nstages: [{ uses: notify }]", "/stages/0: lacks with"),
        ("version: 1\nname: a\nstages: [{ uses: notify, with: {} }]", "/stages/0/with: lacks subject"),
        ("version: 1\nname: a\nstages: [{ uses: sign, retry: { factor: 0.5 } }]", "/stages/0/retry/factor: minimum 1"),
    ]

    @Test("What an editor should mark is not valid", arguments: invalid)
    func marked(_ text: String, _ problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test(
        "Options of the wrong type are not valid",
        arguments: [
            "size-check, with: { max: 100 }", "sign, with: { rounds: a }", "sign, with: { mode: fst }", "nobody",
        ])
    func types(_ stage: String) {
        #expect(!problems("version: 1\nname: a\nstages: [{ uses: \(stage) }]").isEmpty)
    }
}

/// The stages for media, as far as the shipped pipelines use them.
private protocol MediaStage: TestStage where Options == MissingOptions {}

private struct MissingOptions: PartOptions {
    var ifMissing: Setting<String> = .fixed("fail")
    static let fields: [OptionField<MissingOptions>] = [OptionField("if-missing", \.ifMissing, "What happens then.")]
}

extension SchemaValidationTests {
    fileprivate static func spec(_ name: String) -> StageSpec {
        StageSpec(
            name: name, summary: "For tests.", effect: .none,
            examples: [StageExample("It does.", yaml: "uses: nothing", result: .outputs([:]))])
    }
}

private struct Probe: MediaStage {
    static let spec = SchemaValidationTests.spec("probe-media")
    init(options: MissingOptions) {}
}

private struct Picture: MediaStage {
    static let spec = SchemaValidationTests.spec("thumbnail")
    init(options: MissingOptions) {}
}

private struct Film: MediaStage {
    static let spec = SchemaValidationTests.spec("web-rendition")
    init(options: MissingOptions) {}
}
