import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Runs that are given up in good order, taken away, or cancelled.
@Suite(.timeLimit(.minutes(2))) struct SuspensionTests {
    /// A stage that waits until it is cancelled.
    static let hang: World.Work = { _ in
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    }

    @Test(
        "suspendAll leaves a run for the next process: nothing undone, no crash counted, what was done is not repeated")
    func suspendAll() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: once }, { id: b, uses: blind }, { id: c, uses: ask }]\nfinally: [{ id: f, uses: do }]"
        )
        bench.world.on("c", Self.hang)
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("c")
        first.engine.suspendAll()
        #expect(try await result.isAbandoned)
        #expect(try await first.detail()?.run.status == .running)
        bench.world.on("c") { _ in [:] }
        let second = try await bench.process()
        let results = try await second.recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(results.first?.run.crashes == 0)
        #expect(results.first?.stages.map(\.interruptions) == [0, 0, 0, 0])
        #expect(bench.world.deeds == ["did a#1", "did b#1", "did f#1"])
    }

    @Test("suspendWaiting gives up a run that waits for its next try, and leaves one that works alone")
    func suspendWaiting() async throws {
        let bench = try Workbench()
        let waits = try Workbench.pipeline(
            """
            stages:
              - { id: w, uses: ask, retry: { max-attempts: 5, initial: 1h, max: 1h, errors: [network] } }
            """)
        let works = try Workbench.pipeline("stages: [{ id: a, uses: ask }]")
        bench.world.fails("w", .failed(.network, "down", "Down."))
        let gate = Gate()
        bench.world.on("a") { _ in
            await gate.wait()
            return [:]
        }
        let first = try await bench.process(clock: .system)
        async let waiting = first.run(waits)
        async let working = first.run(works)
        await first.begun("a")
        _ = await first.recorder.first { if case .retrying = $0 { true } else { false } }
        first.engine.suspendWaiting()
        #expect(try await waiting.isAbandoned)
        gate.open()
        #expect(try await working.run.status == .succeeded)
        let second = try await bench.process()
        bench.world.on("w") { _ in [:] }
        let results = try await second.recover(waits)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(results.first?.stages[0].attempts == 2)
        #expect(results.first?.run.crashes == 0)
    }

    @Test("a run that another process has taken over is left at once: no undo, no handlers, no record")
    func fenced() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: ask }, { id: c, uses: do }]\nfinally: [{ id: f, uses: do }]",
        )
        let (gate, called) = (Gate(), Gate())
        bench.world.on("b") { context in
            if try context.world().call("b") == 1 {
                called.open()
                await gate.wait()
                throw StageError.failed(.other, "broken", "It broke.")
            }
            return [:]
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await called.wait()
        // To the second process the first one's lease has run out.
        let second = try await bench.process(now: { Timestamp.now().advanced(by: .seconds(3_600)) })
        let taken = try await second.recover(pipeline)
        #expect(taken.map(\.run.status) == [.succeeded])
        let record = try await second.detail()?.run
        gate.open()
        let old = try await result
        #expect(old.isAbandoned)
        #expect(old.run.status == .running)
        #expect(bench.world.deeds == ["did a#1", "did c#1", "did f#1"])
        #expect(try await second.detail()?.run == record)
    }

    @Test("a run that is cancelled runs its finally and stages that ask for it, and nothing else")
    func cancelled() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: do }
              - { id: b, uses: ask }
              - { id: c, uses: do }
              - { id: d, uses: do, if: cancelled(), irreversible: true }
            on-failure: [{ id: e, uses: do }]
            finally: [{ id: f, uses: do }]
            """)
        bench.world.on("b", Self.hang)
        let process = try await bench.process()
        async let result = process.run(pipeline)
        await process.begun("b")
        process.engine.cancel([try #require(await process.detail()).run.id])
        let run = try await result
        #expect(run.run.status == .cancelled)
        #expect(run.stages.map(\.status) == [.succeeded, .cancelled, .skipped, .succeeded, .succeeded])
        #expect(bench.world.deeds == ["did a#1", "did d#1", "undid a#1", "did f#1"])
    }

    @Test("an abandoned run can be cancelled: what it did is taken back, elements and children of groups too")
    func cancelAbandoned() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: l, uses: do, for-each: [x, y] }
              - id: both
                max-parallel: 1
                parallel:
                  - { id: a, uses: do }
                  - { id: b, uses: do }
            """)
        bench.world.dies("b")
        try await bench.begin(pipeline)
        let second = try await bench.process()
        let detail = try #require(try await second.detail())
        #expect(try await second.store.seize(detail.run.id))
        let result = await second.engine.cancel(detail, of: pipeline)
        #expect(result.run.status == .cancelled)
        #expect(Set(bench.world.deeds.suffix(4)) == ["undid a#1", "undid b#1", "undid l[x]#1", "undid l[y]#1"])
        #expect(bench.world.deeds.count == 8)
    }

    @Test("a run whose end could not be recorded is released as soon as that can be, and carried on")
    func endNotRecorded() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let first = try await bench.process()
        first.journal.trouble.begin(at: .finish)
        let result = try await first.run(pipeline)
        #expect(result.journalFailure?.kind == "disk-full")
        #expect(try await first.store.unfinished() == 1)
        first.journal.trouble.end()
        let keeper = Task { await LeaseKeeper(engine: first.engine, leases: first.journal).run() }
        defer { keeper.cancel() }
        let second = try await bench.process()
        await first.journal.released.wait()
        #expect(try await second.recover(pipeline).map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1"])
    }
}
