import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
@testable import Representations
import Testing

/// Runs of loops and groups that are given up, and what is needed by what is owed.
@Suite struct GivenUpVariantTests {
    @Test("elements that were at work are taken back when the run is given up in the middle of them")
    func crashedInElements() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, for-each: [x, y, z], max-parallel: 1 }]")
        bench.world.dies("a[z]")
        bench.world.dies("a[z].probe", times: 2)
        var results: [RunResult] = []
        try await bench.begin(pipeline)
        for _ in 0..<3 {
            let next = try await bench.process()
            results = (try? await next.recover(pipeline)) ?? []
            try await next.store.close()
        }
        #expect(results.map(\.run.error?.kind) == ["crashed-repeatedly"])
        #expect(bench.world.deeds.filter { $0.hasPrefix("undid") } == ["undid a[z]#1", "undid a[y]#1", "undid a[x]#1"])
    }

    @Test("children of a group that were done are taken back when the run is given up in the middle of them")
    func crashedInGroup() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - id: both
                max-parallel: 1
                parallel:
                  - { id: a, uses: do }
                  - { id: b, uses: do }
            """)
        bench.world.dies("b")
        bench.world.dies("b.probe", times: 2)
        var results: [RunResult] = []
        try await bench.begin(pipeline)
        for _ in 0..<3 {
            let next = try await bench.process()
            results = (try? await next.recover(pipeline)) ?? []
            try await next.store.close()
        }
        #expect(results.map(\.run.error?.kind) == ["crashed-repeatedly"])
        #expect(Set(bench.world.deeds.filter { $0.hasPrefix("undid") }) == ["undid a#1", "undid b#1"])
    }

    @Test("what is needed by something that is owed is owed too, and taken back after it")
    func neededByOwed() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: do }, { id: bad, uses: ask }]")
        bench.world.fails("bad")
        bench.world.fails("b.undo", .failed(.network, "down", "Down."))
        bench.world.on("a.undo") { _ in throw UndoRefusal("B has it.") }
        let process = try await bench.process(now: { bench.clock.clock.now() })
        let result = try await process.run(pipeline)
        #expect(result.stages.prefix(2).map(\.undo?.status) == [.running, .running])
        #expect(result.stages[0].undo?.message == "B has it.")
        bench.world.on("a.undo") { _ in [:] }
        bench.world.on("b.undo") { _ in [:] }
        try await bench.pass(.seconds(61))
        try await process.recover(pipeline)
        let settled = try #require(try await process.detail())
        #expect(settled.run.debt == nil && settled.stages.prefix(2).map(\.undo?.status) == [.undone, .undone])
        #expect(bench.world.deeds.suffix(2) == ["undid b#1", "undid a#1"])
    }

    @Test("a recovery that is cancelled while it reads a definition gives the run up for the next process")
    func cancelledRecovery() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        try await bench.begin(pipeline, diesAt: 3)
        let second = try await bench.process()
        let reading = Gate()
        let recovery = Task {
            try await second.recover { _ in
                reading.open()
                let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
                for await _ in stream {}
                continuation.finish()
                throw CancellationError()
            }
        }
        await reading.wait()
        recovery.cancel()
        #expect(try await recovery.value.isEmpty)
        #expect(try await second.store.unfinished() == 1)
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(results.map(\.run.crashes) == [1])
    }
}
