import CompassTesting
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

    @Test("The whole example is valid")
    func whole() {
        #expect(problems(Samples.highlightVideo) == [])
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
