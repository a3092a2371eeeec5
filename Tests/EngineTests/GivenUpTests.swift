import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
@testable import Representations
import Testing

/// Runs that cannot be carried on, or not any more.
@Suite struct GivenUpTests {
    @Test("a run that three processes have died of fails, is taken back and its file is held")
    func crashedRepeatedly() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: l, uses: do, for-each: [x, y] }, { id: poison, uses: ask }]")
        bench.world.dies("poison")
        try await bench.begin(pipeline)
        for _ in 0..<2 {
            let next = try await bench.process()
            _ = try? await next.recover(pipeline)
            try await next.store.close()
        }
        let last = try await bench.process(keeper: TestKeeper())
        let results = try await last.recover(pipeline)
        #expect(results.map(\.run.status) == [.failed])
        #expect(results.first?.run.error?.kind == "crashed-repeatedly")
        #expect(results.first?.run.error?.stage == "l")
        #expect(bench.world.deeds.suffix(3) == ["undid l[y]#1", "undid l[x]#1", "undid a#1"])
        let held = try await last.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items
        #expect(held.map(\.kind) == ["crashed-repeatedly"])
        #expect(held.map(\.kept.way) == [.copy])
        try await last.store.close()
    }

    @Test(
        "what six processes died of undoing is owed, put off, and undone by a later start; nothing else is done again"
    )
    func sixCrashes() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: poison, uses: ask }]")
        bench.world.fails("poison")
        bench.world.dies("a.undo")
        func process() async throws -> TestProcess {
            try await bench.process(keeper: TestKeeper(), now: { bench.clock.clock.now() })
        }
        let first = try await process()
        _ = try await first.run(pipeline)
        try await first.store.close()
        for _ in 0..<5 {
            let next = try await process()
            _ = try? await next.recover(pipeline)
            try await next.store.close()
        }
        let sixth = try await process()
        let results = try await sixth.recover(pipeline)
        #expect(results.map(\.run.status) == [.failed])
        #expect(results.first?.run.error?.stage == "poison")
        #expect(results.first?.stages[0].undo?.status == .running)
        #expect(
            results.first?.stages[0].undo?.message == "Put off, since the process has died 6 times in this run.")
        #expect(bench.world.deeds == ["did a#1"])
        #expect(try await sixth.store.debts() == 1)
        #expect(try await sixth.store.unfinished() == 0, "nothing waits for it")
        let ended = try #require(try await sixth.detail())
        try await sixth.store.close()

        // The next start tries at once, and dies again; the one after it leaves it alone for a minute.
        try await bench.pass(.seconds(1))
        let seventh = try await process()
        #expect(try await seventh.recover(pipeline).isEmpty)
        try await seventh.store.close()
        bench.world.on("a.undo") { _ in [:] }
        let eighth = try await process()
        try await eighth.recover(pipeline)
        #expect(bench.world.deeds == ["did a#1"])
        let between = try #require(try await eighth.detail()?.run)
        #expect(between.status == .failed && between.debt?.tries == 1 && between.debt?.endedAs == nil)
        try await bench.pass(.seconds(61))
        try await eighth.recover(pipeline)
        #expect(bench.world.deeds == ["did a#1", "undid a#1"])
        let settled = try #require(try await eighth.detail())
        #expect(settled.run.debt == nil && settled.stages[0].undo?.status == .undone)
        #expect(settled.run.status == .failed && settled.run.error == ended.run.error)
        #expect(settled.run.finishedAt == ended.run.finishedAt)
        #expect(try await eighth.store.debts() == 0)
        let held = try await eighth.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items
        #expect(held.map(\.kept.way) == [.reference], "it was put there once")
        try await eighth.store.close()
    }

    @Test("what fails in a way that may pass is owed when the run ends, and is taken back as soon as it can be")
    func owed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: l, uses: do, for-each: [x, y] }, { id: bad, uses: ask }]")
        bench.world.fails("bad")
        bench.world.fails("a.undo", .failed(.network, "down", "Down."))
        bench.world.fails("l[x].undo", .failed(.network, "down", "Down."))
        let process = try await bench.process(now: { bench.clock.clock.now() })
        let result = try await process.run(pipeline)
        #expect(result.run.status == .failed && result.run.debt?.tries == 0)
        #expect(result.stages.prefix(2).map(\.undo?.status) == [.running, .running])
        #expect(result.stages[0].undo?.message == "Down." && result.stages[0].undo?.attempts == 5)
        #expect(result.record["pending-undo"]?["tries"] == 0)
        bench.world.on("a.undo") { _ in [:] }
        bench.world.on("l[x].undo") { _ in [:] }
        try await process.recover(pipeline)
        #expect(try await process.store.debts() == 1, "it is not due")
        try await bench.pass(.seconds(61))
        try await process.recover(pipeline)
        let settled = try #require(try await process.detail())
        #expect(settled.run.debt == nil && settled.stages.prefix(2).map(\.undo?.status) == [.undone, .undone])
        #expect(
            Set(bench.world.deeds.filter { $0.hasPrefix("undid") }) == ["undid a#1", "undid l[x]#1", "undid l[y]#1"])
        #expect(bench.world.deeds.count { $0.hasPrefix("undid") } == 3, "each once")
    }

    @Test("a run whose definition cannot be read ends as not-resumable with its file held, and the others go on")
    func notResumable() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let first = try await bench.process()
        bench.world.dies("a")
        async let one = first.run(pipeline)
        async let two = first.run(pipeline)
        _ = try await (one, two)
        try await first.store.close()
        bench.world.on("a") { _ in [:] }
        let second = try await bench.process(keeper: TestKeeper())
        let oldest = try await second.store.runs(RunQuery(), limit: 10, after: nil).items.last?.id
        let results = try await second.recover { detail in
            if detail.run.id == oldest { throw StageError.failed(.permanent, "gone", "The definition is gone.") }
            return pipeline
        }
        let lost = try #require(results.first { $0.run.id == oldest })
        #expect(lost.run.status == .failed)
        #expect(lost.run.error?.kind == "not-resumable")
        #expect(lost.run.error?.message.contains("The definition is gone.") == true)
        #expect(try await second.store.unfinished() == 0)
        let held = try await second.store.quarantined(QuarantineQuery(), limit: 10, after: nil).items
        #expect(held.map(\.run) == [oldest])
        try await second.store.close()
    }
}
