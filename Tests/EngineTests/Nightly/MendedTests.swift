import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// What users have broken once.
@Suite struct MendedTests {
    @Test("a run that waits for one whose process dies has that one carried on, and begins")
    func waitsForTheDead() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "concurrency: { group: g, limit: 1 }\nstages: [{ id: a, uses: ask }, { id: b, uses: do }]")
        let gate = Gate()
        bench.world.on("a") { context in
            guard try context.world().call("a") == 1 else { return [:] }
            await gate.wait()
            try context.life().end()
            throw Life.Died()
        }
        let (first, second) = (try await bench.process(), try await bench.process())
        async let dying = first.run(pipeline)
        await first.begun("a")
        async let waiting = second.run(pipeline)
        _ = await second.recorder.first { if case .runWaiting = $0 { true } else { false } }
        let looking = Task { for await _ in second.engine.stalls { try await second.recover(pipeline) } }
        gate.open()
        _ = try await dying
        try await first.store.close()
        #expect(try await waiting.run.status == .succeeded)
        second.engine.suspendWaiting()
        try await looking.value
        #expect(try await second.store.unfinished() == 0)
        #expect(bench.world.deeds == ["did b#1", "did b#2"])
    }

    @Test("the retry of a duplicate is a duplicate, a replay of the first run is none")
    func retriedDuplicate() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("dedup: { on-duplicate: reject }\nstages: [{ id: a, uses: ask }]")
        let process = try await bench.process()
        let first = try await process.run(pipeline).run.id
        let refused = try await process.run(pipeline).run.id
        let retry = Continuation(origin: try #require(try await process.store.run(refused)), kind: .retry, from: 0)
        #expect(try await process.run(pipeline, continuing: retry).run.error?.kind == "duplicate")
        let replay = Continuation(origin: try #require(try await process.store.run(first)), kind: .replay, from: 0)
        #expect(try await process.run(pipeline, continuing: replay).run.status == .succeeded)
        #expect(try await process.run(pipeline, continuing: replay).run.status == .succeeded)
    }

    @Test("an effect that ends after its run was cancelled by force is taken back by whoever did it")
    func seizedEffect() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let (entered, gate) = (Gate(), Gate())
        bench.world.on("a.before") { _ in
            entered.open()
            await gate.wait()
            return [:]
        }
        let (first, second) = (try await bench.process(), try await bench.process())
        async let result = first.run(pipeline)
        await entered.wait()
        let run = try #require(try await second.detail())
        #expect(try await second.store.seize(run.run.id))
        let cancelled = await second.engine.cancel(run, of: pipeline)
        #expect(cancelled.run.status == .cancelled)
        gate.open()
        #expect(try await result.isAbandoned)
        #expect(bench.world.deeds == ["did a#1", "undid a#1"])
    }

    @Test("what an undo announces is not taken for what its stage has announced")
    func announcingUndo() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: w, uses: write, undo: { uses: write } }, { id: z, uses: ask }]")
        bench.world.fails("z")
        let process = try await bench.process()
        _ = try await process.run(pipeline)
        #expect(try await process.detail()?.notifications.map(\.notification.stage) == ["w", "w.undo"])
    }
}
