import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import DocumentStages

/// What is asked for besides bytes that an earlier run has brought.
@Suite struct AdditionTests {
    private static let stages = """
        dedup: { on-duplicate: attach }
        stages:
          - uses: detect-mime
          - uses: picky
            if: length(inputs.schools) > 0
            with: { word: "${{ inputs.schools[0] == 'duke' ? 'bad' : 'good' }}" }
          - uses: upload
          - uses: create-version
            with: { title: Grades, description: "${{ join(inputs.words, ' ') }}" }
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }
          - id: told
            uses: notify
            if: length(stages.share.outputs.added ?? []) > 0
            with: { subject: "Shared: ${{ document.title }}" }
          - uses: notify
            with: { subject: "New: ${{ document.title }}" }
        """

    @Test("schools that are asked for besides known bytes get shares, and nothing else is done again")
    func shares() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(Self.stages, file, inputs: ["schools": ["stanford"]])
        let inputs: Record = ["schools": ["stanford", "ucla"]]
        let plan = try await bench.plan(Self.stages, file, inputs: inputs)
        #expect(
            plan.lines == [
                "= share: stanford may view it already", "+ share: share with ucla",
                "+ told: announce through `log` (the drawer): Shared: Grades",
            ])
        let second = try await bench.run(Self.stages, file, inputs: inputs)
        #expect(second.run.status == .succeeded && second.duplicateOf == nil, "\(second.run)")
        #expect(second.run.origin == RunOrigin(run: first.run.id, kind: .addition))
        let done = second.stages.filter { !$0.isReused && $0.status == .succeeded }.map(\.id)
        #expect(done == ["detect-mime", "picky", "share", "told"])
        let version = try await bench.store.version(try #require(first.run.document["id"]?.string))
        #expect(version.sharedWith == ["stanford", "ucla"])
        #expect(second.run.document["id"] == first.run.document["id"])
        // It stands for no document itself.
        let third = try await bench.run(Self.stages, file, inputs: ["schools": ["stanford"]])
        #expect(third.duplicateOf == first.run.id)
    }

    @Test(
        "inputs that would need what is done already change nothing and are named; the shares that come with them are made",
        arguments: [
            (["words": ["late"]], []), (["schools": ["ucla"], "words": ["late"]], ["ucla"]),
        ] as [(Record, [String])])
    func notTaken(inputs: Record, schools: [String]) async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(Self.stages, file)
        let plan = try await bench.plan(Self.stages, file, inputs: inputs)
        let second = try await bench.run(Self.stages, file, inputs: inputs)
        #expect(second.run.status == .succeeded && second.notTaken == ["words"], "\(second)")
        #expect(second.duplicateOf == (schools.isEmpty ? first.run.id : nil))
        #expect(plan.outcome == .succeeded && plan.notTaken == ["words"])
        #expect(plan.duplicate?.run == second.duplicateOf)
        let version = try await bench.store.version(try #require(first.run.document["id"]?.string))
        #expect(version.sharedWith == schools && version.number == 1 && (version.description ?? "").isEmpty)
    }

    @Test("what is given as the default has it is not asked for: it is the first run's result")
    func defaults() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(Self.stages, file, inputs: ["schools": ["ucla"], "words": ["early"]])
        let second = try await bench.run(Self.stages, file, inputs: ["schools": .list([]), "words": .list([])])
        #expect(second.duplicateOf == first.run.id && second.notTaken == [])
    }

    @Test(
        "an addition that was refused adds when it is retried or released, once the cause is gone",
        arguments: [RunOrigin.Kind.retry, .release])
    func again(kind: RunOrigin.Kind) async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(Self.stages, file)
        let refused = try await bench.run(Self.stages, file, inputs: ["schools": ["yale"]])
        #expect(refused.run.status == .rejected && refused.run.error?.stage == "share")
        try await bench.store.addSchools([try School(id: "yale", name: "Yale")], replacing: false)
        let origin = try #require(try await bench.store.run(refused.run.id))
        let pipeline = try bench.pipeline(Self.stages)
        let position = try #require(pipeline.stage("share")?.position)
        let request = RunRequest(
            file: file, inputs: refused.run.inputs,
            continuation: Continuation(origin: origin, kind: kind, from: kind == .retry ? position : nil))
        let added = await bench.engine.run(request, of: pipeline)
        #expect(added.run.status == .succeeded && added.duplicateOf == nil, "\(added.run)")
        #expect(added.run.origin == RunOrigin(run: refused.run.id, kind: kind))
        let version = try await bench.store.version(try #require(first.run.document["id"]?.string))
        #expect(version.sharedWith == ["yale"] && version.number == 1)
        #expect(added.run.document["id"] == first.run.document["id"])
    }

    @Test("a stage that only looks judges what is added: what it refuses is not shared")
    func judged() async throws {
        let bench = try await PlanBench()
        let file = try bench.write("grades.txt", "A\n")
        let first = try await bench.run(Self.stages, file)
        let second = try await bench.run(Self.stages, file, inputs: ["schools": ["duke"]])
        #expect(second.run.status == .rejected && second.run.error?.stage == "picky")
        let version = try await bench.store.version(try #require(first.run.document["id"]?.string))
        #expect(version.sharedWith == [] && version.trashedAt == nil)
    }
}
