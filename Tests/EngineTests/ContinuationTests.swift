import CompassTesting
import Diagnostics
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Runs that go on from earlier ones.
@Suite struct ContinuationTests {
    static let text = """
        stages:
          - { id: look, uses: ask }
          - { id: a, uses: do }
          - { id: after-a, uses: ask }
          - { id: kept, uses: do, irreversible: true }
          - { id: last, uses: do }
        """

    /// A run whose last stage has failed, and would not again.
    static func failed(_ bench: Workbench, _ process: TestProcess, _ pipeline: Pipeline) async throws -> RunDetail {
        bench.world.fails("last.before")
        let run = try await process.run(pipeline).run
        #expect(run.status == .failed)
        bench.world.on("last.before") { _ in [:] }
        return try #require(try await process.store.run(run.id))
    }

    @Test("a retry does again what was taken back and what was seen after it, and reuses what stands")
    func retry() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(Self.text)
        for id in ["look", "after-a"] {
            bench.world.on(id) { ["seen": .integer(Int64(try $0.world().call("saw \(id)")))] }
        }
        let process = try await bench.process()
        let origin = try await Self.failed(bench, process, pipeline)
        #expect(origin.stages.map(\.undo?.status) == [nil, .undone, nil, .irreversible, nil])
        let continuation = Continuation(origin: origin, kind: .retry, from: 4)
        #expect(continuation.repeated(in: pipeline).map(\.id) == ["a", "after-a", "last"])
        let again = try await process.run(pipeline, continuing: continuation)
        #expect(again.run.status == .succeeded)
        #expect(again.run.attempt == 2)
        #expect(again.run.origin == RunOrigin(run: origin.run.id, kind: .retry))
        #expect(again.stages.map(\.isReused) == [true, false, false, true, false])
        #expect(again.stages[0].outputs == ["seen": 1])
        #expect(again.stages[2].outputs == ["seen": 2])
        #expect(bench.world.deeds == ["did a#1", "did kept#1", "undid a#1", "did a#2", "did last#2"])
        #expect(try await process.store.run(origin.run.id)?.stages == origin.stages)
    }

    @Test("a retry whose process dies goes on as a retry", arguments: [1, 2, 3, 5, 8])
    func retryResumed(moment: Int) async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(Self.text)
        let process = try await bench.process()
        let origin = try await Self.failed(bench, process, pipeline)
        let dying = try await bench.process(diesAt: moment)
        let id = try await dying.run(pipeline, continuing: Continuation(origin: origin, kind: .retry, from: 4)).run.id
        try await dying.store.close()
        try await process.recover(pipeline)
        guard let detail = try await process.store.run(id) else { return }
        #expect(detail.run.status == .succeeded)
        #expect(bench.world.count("did kept#1") == 1)
        #expect(bench.world.deeds.count { $0.hasPrefix("did last") } == 1)
    }

    @Test("a replay from a stage uses the recorded outputs before it and runs the rest")
    func replay() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(Self.text)
        let process = try await bench.process()
        let first = try await process.run(pipeline)
        let origin = try #require(try await process.store.run(first.run.id))
        let continuation = Continuation(origin: origin, kind: .replay, from: 2)
        #expect(try await process.engine.obstacles(to: continuation, of: pipeline) == [])
        let again = try await process.run(pipeline, continuing: continuation)
        #expect(again.stages.map(\.isReused) == [true, true, false, false, false])
        #expect(again.stages[1].outputs == ["deed": "a#1"])
        #expect(
            bench.world.deeds == ["did a#1", "did kept#1", "did last#1", "did kept#2", "did last#2"])
    }

    @Test("a continuation is refused in words when an artefact is gone, a type differs, or an effect was taken back")
    func obstacles() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(Self.text)
        let process = try await bench.process()
        let first = try await process.run(pipeline)
        let origin = try #require(try await process.store.run(first.run.id))
        let continuation = Continuation(origin: origin, kind: .replay, from: 2)
        bench.world.add("undid a#1")
        #expect(
            try await process.engine.obstacles(to: continuation, of: pipeline)
                == [
                    Obstacle(
                        "What stage `a` made in run \(origin.run.id) no longer exists, as far as is known.")
                ])
        let other = try Workbench.pipeline(Self.text.replacing("{ id: a, uses: do }", with: "{ id: a, uses: ask }"))
        #expect(
            try await process.engine.obstacles(to: continuation, of: other)
                == [Obstacle("Stage `a` was of type `do` in run \(origin.run.id) and is of type `ask` now.")])
        let longer = try Workbench.pipeline(Self.text.replacing("{ id: look,", with: "{ id: sight,"))
        #expect(
            try await process.engine.obstacles(to: Continuation(origin: origin, kind: .replay, from: 1), of: longer)
                == [
                    Obstacle(
                        "The definition has no stage `look` any more, which run \(origin.run.id) had before the stage to "
                            + "start from."),
                    Obstacle(
                        "Run \(origin.run.id) has no record of stage `sight`: the definition has changed before the stage "
                            + "to start from."),
                ])
        let undone = try await Self.failed(bench, process, pipeline)
        #expect(
            try await process.engine.obstacles(
                to: Continuation(origin: undone, kind: .replay, from: 2), of: pipeline)
                == [
                    Obstacle(
                        "What stage `a` did in run \(undone.run.id) was undone.",
                        advice: [.retryRun(undone.run.id)])
                ])
        #expect(
            try await process.engine.obstacles(
                to: Continuation(origin: undone, kind: .retry, from: 4), of: pipeline) == [])
    }
}
