import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct PlannedDuplicateTests {
    private func stages(_ action: String) -> String {
        "dedup: { on-duplicate: \(action) }\n" + PlanBench.transcript
    }

    @Test(
        "a document that was there before: the plan says what dedup would do, as the run then does",
        arguments: [
            ("attach", RunPlan.Outcome.succeeded), ("skip", .skipped), ("reject", .rejected),
        ] as [(String, RunPlan.Outcome)])
    func duplicates(action: String, outcome: RunPlan.Outcome) async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        #expect(try await bench.plan(stages(action), file).duplicate == nil)
        let first = try await bench.run(stages(action), file)
        let copy = try bench.write("copy.txt", "A\n")
        let plan = try await bench.plan(stages(action), copy)
        #expect(plan.outcome == outcome)
        #expect(plan.duplicate?.run == first.run.id)
        #expect(plan.duplicate?.action.rawValue == action)
        #expect(plan.effects == [])
        let second = try await bench.run(stages(action), copy)
        #expect(second.run.status.rawValue == outcome.rawValue)
        #expect(second.run.error == plan.error)
        if action == "attach" { #expect(second.duplicateOf == first.run.id) }
    }

    @Test("with `version` it runs all the same")
    func version() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        try await bench.run(stages("version"), file)
        let plan = try await bench.plan(stages("version"), file)
        #expect(plan.duplicate == nil)
        #expect(plan.effects.map(\.stage) == ["upload", "create-version", "notify"])
    }

    @Test("what was deleted since is no duplicate")
    func deleted() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(stages("attach"), file)
        _ = try await bench.store.deleteDocument(
            of: try #require(first.run.document["id"]?.string), expecting: nil)
        #expect(try await bench.plan(stages("attach"), file).duplicate == nil)
    }
}
