import CompassTesting
import ContributedStages
import Documents
import Glibc
import Pipelines
import Platform
import Testing

/// Every example of each stage in `plugins/`, on a real database and a real folder.
@Suite struct ExampleTests {
    /// All, or those that `scripts/plugin-test` names.
    private static let stages: [any Stage.Type] = {
        guard let names = getenv("COMPASS_PLUGIN_STAGES").map({ String(cString: $0).split(separator: "|") }) else {
            return contributedStages
        }
        return contributedStages.filter { names.contains(Substring("\($0)")) }
    }()

    @Test("an example does what it says", arguments: stages.indices)
    func example(index: Int) async throws {
        let type = Self.stages[index]
        for example in type.spec.examples {
            let harness = try await StageHarness(registry: Registry([type]), resources: Resources())
            let stage = try await harness.run(example)
            switch example.result {
            case .outputs(let expected):
                #expect(
                    stage.status == .succeeded, "\(type.spec.name): \(example.title): \(stage.error?.message ?? "")")
                for entry in expected { #expect(stage.outputs[entry.key] == entry.value, "\(example.title)") }
            case .rejected(let message): #expect(stage.error?.message == message, "\(example.title)")
            case .failed(let errorClass): #expect(stage.error?.errorClass == errorClass, "\(example.title)")
            }
        }
    }
}
