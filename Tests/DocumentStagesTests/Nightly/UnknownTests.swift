import Documents
import Engine
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// What only a run knows never decides anything in a plan.
@Suite struct UnknownTests {
    private static let head = """
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
          - uses: upload
          - uses: create-version

        """

    private func plan(_ stages: String) async throws -> RunPlan {
        let bench = try await PlanBench()
        return try await bench.plan(Self.head + stages, try bench.write("grades.txt", "A\n"))
    }

    @Test(
        "a condition on it leaves the stage undecided, whatever stands around it",
        arguments: [
            ("document.id != 'x'", "document.id"), ("(document.id ?? '') == ''", "document.id"),
            ("stages.create-version.outputs.id == 'x'", "stages.create-version.outputs.id"),
            ("starts-with(document.object-key, 'u1')", "document.object-key"),
            ("run.id == 'x'", "run.id"), ("document.version == 1 && document.id == 'x'", "document.id"),
        ] as [(String, String)])
    func conditions(condition: String, name: String) async throws {
        let plan = try await plan("  - { id: last, uses: notify, if: \"\(condition)\", with: { subject: S } }")
        #expect(plan.outcome == .undecided)
        #expect(plan.stage("last")?.status == .undecided)
        #expect(plan.stage("last")?.dependsOn == name)
        #expect(plan.effects.map(\.stage) == ["upload", "create-version"])
    }

    @Test("what is not looked at decides nothing")
    func unread() async throws {
        let plan = try await plan(
            "  - { id: last, uses: notify, if: \"document.version == 2 && document.id == 'x'\", with: { subject: S } }")
        #expect(plan.outcome == .succeeded)
        #expect(plan.stage("last")?.status == .skipped)
    }

    @Test("in a message its name stands for it")
    func shown() async throws {
        let plan = try await plan(
            "  - { id: last, uses: notify, with: { subject: \"${{ document.id }}\", body: \"at ${{ document.file-url }}\" } }"
        )
        #expect(plan.outcome == .succeeded)
        let detail = try #require(plan.effects.last?.effect.detail)
        #expect(detail["subject"] == "<document.id>")
        #expect(detail["body"] == "at <document.file-url>")
    }

    @Test("an option that decides on it leaves the stage undecided, and all that depends on that stage")
    func options() async throws {
        let plan = try await plan(
            """
              - { id: look, uses: picky, with: { word: "${{ document.id }}" } }
              - { id: late, uses: notify, if: "stages.look.status == 'succeeded'", with: { subject: S } }
              - { id: last, uses: notify, with: { subject: S } }
            """)
        #expect(plan.outcome == .undecided)
        #expect(plan.stage("look")?.dependsOn == "document.id")
        #expect(plan.stage("late")?.dependsOn == "stages.look")
        #expect(plan.stage("last")?.status == .planned)
    }

    @Test("a stage that does not say what it would do is named, and its outputs are unknown")
    func silent() async throws {
        let plan = try await plan(
            """
              - { uses: silent, irreversible: true }
              - { id: last, uses: picky, with: { word: "${{ stages.silent.outputs.note }}" } }
            """)
        let effect = try #require(plan.effects.last)
        #expect(effect.effect.action == .perform)
        #expect(effect.effect.target == "silent")
        #expect(effect.effect.detail == ["what": "something"])
        #expect(plan.stage("last")?.dependsOn == "stages.silent.outputs.note")
    }

    @Test("a list for for-each that holds it leaves the stage undecided")
    func loops() async throws {
        let plan = try await plan(
            "  - { id: last, uses: picky, for-each: \"${{ [document.id] }}\", with: { word: \"${{ item }}\" } }")
        #expect(plan.stage("last")?.status == .undecided)
        #expect(plan.stage("last")?.items.isEmpty == true)
    }
}
