import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Rarer retries and replays.
@Suite struct ContinuationVariantTests {
    @Test("what a replay reuses is not taken back when the replay fails")
    func replayFails() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(ContinuationTests.text)
        let process = try await bench.process()
        let first = try await process.run(pipeline)
        let origin = try #require(try await process.store.run(first.run.id))
        bench.world.fails("last.before")
        let again = try await process.run(
            pipeline, continuing: Continuation(origin: origin, kind: .replay, from: 4))
        #expect(again.run.status == .failed)
        #expect(bench.world.deeds == ["did a#1", "did kept#1", "did last#1"])
    }

    @Test("a continuation is refused when the document that it goes on with is in the trash, or was removed")
    func trashed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: m, uses: make }, { id: z, uses: ask }]")
        let process = try await bench.process()
        let run = try await process.run(pipeline).run
        let origin = try #require(try await process.store.run(run.id))
        let id = try #require(origin.stages[0].outputs["id"]?.string)
        let continuation = Continuation(origin: origin, kind: .replay, from: 1)
        #expect(try await process.engine.obstacles(to: continuation, of: pipeline) == [])
        try await process.store.trash(id)
        #expect(
            try await process.engine.obstacles(to: continuation, of: pipeline)
                == [
                    Obstacle(
                        "The document that stage `m` made (\(id)) is in the trash.", advice: [.restoreDocument(id)])
                ])
    }

    @Test("a retry of a stage that never succeeded, by a definition that was mended, runs the mended stage")
    func mended() async throws {
        let bench = try Workbench()
        let process = try await bench.process()
        let origin = try await ContinuationTests.failed(bench, process, Workbench.pipeline(ContinuationTests.text))
        let mended = try Workbench.pipeline(
            ContinuationTests.text.replacing("{ id: last, uses: do }", with: "{ id: last, uses: ask }"))
        let continuation = Continuation(origin: origin, kind: .retry, from: 4)
        #expect(try await process.engine.obstacles(to: continuation, of: mended) == [])
        let again = try await process.run(mended, continuing: continuation)
        #expect(again.run.status == .succeeded)
        #expect(again.run.definition == mended.hash)
        #expect(again.stages[4].uses == "ask")
    }
}
