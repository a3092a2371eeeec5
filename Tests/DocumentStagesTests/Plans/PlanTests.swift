import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

@Suite struct PlanTests {
    @Test("a new document: every effect, and nothing of it happens")
    func new() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A, A, B\n")
        let plan = try await bench.plan(file, inputs: ["schools": ["stanford", "ucla", "stanford"]])
        #expect(plan.outcome == .succeeded)
        #expect(
            plan.lines == [
                "+ upload: u1/transcript/{timestamp}_grades.txt",
                "+ create-version: version 1 of `grades`, a new Transcript",
                "+ share: share with stanford", "+ share: share with ucla", "= share: stanford may view it already",
                "+ notify: announce through `log` (the drawer): New: grades, version 1",
            ])
        #expect(plan.document["version"] == 1)
        #expect(plan.document["id"] == nil)
        #expect(plan.document["shared-with"] == ["stanford", "ucla"])
        #expect(try await bench.objects.keys() == [])
        #expect(try await bench.store.documents(DocumentQuery(), limit: 10, after: nil).items == [])
        #expect(try await bench.store.runs(RunQuery(), limit: 10, after: nil).items == [])
    }

    @Test("what a plan foretells is what the run does")
    func foretold() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A, A, B\n")
        for (number, text) in ["A, A, B\n", "A, B, B\n", "A, A, B\n"].enumerated() {
            _ = try bench.write("grades.txt", text)
            let plan = try await bench.plan(file, inputs: ["schools": ["stanford"]])
            let result = try await bench.run(file, inputs: ["schools": ["stanford"]])
            #expect(result.run.status == .succeeded)
            for name in ["version", "title", "type", "mime-type", "size", "sha256", "shared-with"] {
                #expect(plan.document[name] == result.run.document[name], "\(name), version \(number + 1)")
            }
            #expect(plan.stages.map(\.id) == result.stages.map(\.id))
            let key = try #require(result.stages.first { $0.id == "upload" }?.outputs["object-key"]?.string)
            let pattern = try #require(plan.effects.first?.effect.detail["key-pattern"]?.string)
            let parts = pattern.split(separator: "{timestamp}").map(String.init)
            #expect(key.hasPrefix(parts[0]) && key.hasSuffix(parts[1]))
        }
    }

    @Test("the same bytes as an earlier version are said to be, and where they lie")
    func same() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A, A, B\n")
        let first = try await bench.run(file, inputs: ["schools": ["ucla"]])
        let key = try #require(first.stages.first { $0.id == "upload" }?.outputs["object-key"]?.string)
        let plan = try await bench.plan(file, inputs: ["schools": ["ucla", "duke"]])
        #expect(
            Array(plan.lines.dropFirst().dropLast()) == [
                "+ create-version: version 2 of `grades` (same bytes as version 1, stored as \(key))",
                "= share: ucla may view it already", "+ share: share with duke",
            ])
        let detail = try #require(plan.effects.first { $0.stage == "create-version" }?.effect.detail)
        #expect(detail["version"] == 2)
        #expect(detail["current-version"] == 1)
        #expect(detail["same-bytes-as"] == 1)
        #expect(detail["same-bytes-at"] == .string(key))
        _ = try bench.write("grades.txt", "C\n")
        let other = try await bench.plan(file).lines.dropFirst().first
        #expect(other == "+ create-version: version 2 of `grades`, with new bytes")
    }

    @Test("a rejection by a stage that looks is the plan's, and later effects are not planned")
    func rejected() async throws {
        let bench = try await PlanBench()
        let plan = try await bench.plan(try bench.write("grades.exe", "A, A, B\n"))
        #expect(plan.outcome == .rejected)
        #expect(plan.error?.stage == "validate-extension")
        #expect(plan.error?.message == "Invalid file type. Transcript requires .pdf, .txt")
        #expect(plan.effects == [])
        #expect(plan.stage("upload")?.status == .skipped)
    }

    @Test("effects before a rejection would be taken back; handlers of the outcome are planned")
    func takenBack() async throws {
        let bench = try await PlanBench()
        let stages =
            PlanBench.transcript + """

                on-success:
                  - { id: hooray, uses: notify, with: { subject: Hooray } }
                on-rejected:
                  - { id: sorry, uses: notify, with: { subject: "${{ run.error.message }}" } }
                finally:
                  - { id: end, uses: notify, with: { subject: The end } }
                """
        let file = try bench.write("grades.txt", "A, A, B\n")
        let plan = try await bench.plan(stages, file, inputs: ["schools": ["nowhere"]])
        #expect(plan.outcome == .rejected)
        #expect(plan.error?.stage == "share")
        #expect(
            plan.lines == [
                "+ upload: u1/transcript/{timestamp}_grades.txt (undone)",
                "+ create-version: version 1 of `grades`, a new Transcript (undone)",
                "+ sorry: announce through `log` (the drawer): There is no school `nowhere`. "
                    + "Add it to the schools.",
                "+ end: announce through `log` (the drawer): The end",
            ])
        #expect(try await bench.plan(stages, file).effects.map(\.stage).suffix(3) == ["notify", "hooray", "end"])
    }

    @Test(
        "a version that stays keeps its object",
        arguments: ["irreversible: true", "undo: { uses: notify, with: { subject: Sorry } }"])
    func versionStays(way: String) async throws {
        let bench = try await PlanBench()
        let stages = PlanBench.transcript.replacing(
            "uses: create-version\n", with: "uses: create-version\n    \(way)\n")
        let plan = try await bench.plan(
            stages, bench.write("grades.txt", "A, A, B\n"), inputs: ["schools": ["nowhere"]])
        #expect(plan.outcome == .rejected)
        #expect(plan.lines.first == "+ upload: u1/transcript/{timestamp}_grades.txt")
    }

    @Test("a file that is not there is the failure that a run would have")
    func missing() async throws {
        let bench = try await PlanBench()
        let plan = try await bench.plan(bench.folder.path.appending("nope.txt"))
        let result = try await bench.run(bench.folder.path.appending("nope.txt"))
        #expect(plan.outcome == .failed)
        #expect(plan.error == result.run.error)
    }

    @Test("elements of for-each are planned one by one, and what is shared twice is shared once")
    func loop() async throws {
        let bench = try await PlanBench()
        let stages = """
            stages:
              - uses: detect-mime
              - uses: validate-extension
              - uses: size-check
              - uses: upload
              - uses: create-version
              - uses: share
                for-each: "${{ inputs.schools }}"
                as: school
                with: { schools: ["${{ school }}"] }
            """
        let file = try bench.write("grades.txt", "A\n")
        let plan = try await bench.plan(stages, file, inputs: ["schools": ["ucla", "duke", "ucla"]])
        #expect(plan.outcome == .succeeded)
        #expect(
            plan.lines.suffix(3) == [
                "+ share[0]: share with ucla", "+ share[1]: share with duke", "= share[2]: ucla may view it by then",
            ])
        #expect(plan.stage("share")?.items.map(\.element) == ["ucla", "duke", "ucla"])
        #expect(plan.stage("share")?.outputs["count"] == 3)
        let bad = try await bench.plan(stages, file, inputs: ["schools": ["ucla", "nowhere", "duke"]])
        #expect(bad.outcome == .rejected)
        #expect(bad.stage("share")?.items.map(\.status) == [.planned, .rejected])
        #expect(bad.lines.last == "+ share[0]: share with ucla (undone)")
    }

    @Test("children of a parallel group are planned side by side")
    func group() async throws {
        let bench = try await PlanBench()
        let stages = """
            stages:
              - id: both
                parallel:
                  - { id: first, uses: notify, with: { subject: One } }
                  - { id: second, uses: picky, with: { word: "${{ inputs.type }}" } }
              - { id: third, uses: notify, with: { subject: Three } }
            """
        let plan = try await bench.plan(stages, nil)
        #expect(plan.outcome == .succeeded)
        #expect(plan.stages.map(\.id) == ["both", "first", "second", "third"])
        #expect(plan.stages.map(\.status) == [.planned, .planned, .succeeded, .planned])
        let bad = try await bench.plan(stages.replacing("${{ inputs.type }}", with: "bad"), nil)
        #expect(bad.outcome == .rejected)
        #expect(bad.lines == ["+ first: announce through `log` (the drawer): One (undone)"])
        #expect(bad.stage("third")?.status == .skipped)
    }

    @Test("cancelling ends a plan")
    func cancelled() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await bench.plan(file)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
