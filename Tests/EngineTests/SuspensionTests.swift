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

    @Test("suspendAll in the middle of elements keeps those that were done, and begins no attempt of the others anew")
    func suspendElements() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: once, for-each: [x, y, z], max-parallel: 1 }]")
        // Its intent is on record by then.
        let reached = Gate()
        bench.world.on("a[z].before") { context in
            reached.open()
            return try await Self.hang(context)
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await reached.wait()
        first.engine.suspendAll()
        #expect(try await result.isAbandoned)
        let items = try await first.store.items(
            ofRun: #require(first.detail()).run.id, position: 0, after: nil, limit: 10)
        #expect(items.map(\.status) == [.succeeded, .succeeded, .running])
        #expect(bench.world.deeds == ["did a[x]#1", "did a[y]#1"])
    }

    @Test("suspendAll in the middle of an undo leaves it for the next process, which does it again")
    func suspendUndo() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: do }, { id: z, uses: ask }]")
        bench.world.fails("z")
        let reached = Gate()
        bench.world.on("b.undo") { context in
            reached.open()
            return try await Self.hang(context)
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await reached.wait()
        first.engine.suspendAll()
        #expect(try await result.isAbandoned)
        bench.world.on("b.undo") { _ in [:] }
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.status) == [.failed])
        #expect(results.first?.run.crashes == 0)
        #expect(bench.world.deeds == ["did a#1", "did b#1", "undid b#1", "undid a#1"])
    }

    @Test("a stage that fails because it is being suspended does not fail its run")
    func failsWhenSuspended() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: c, uses: ask }]")
        bench.world.on("c") { context in
            _ = try? await Self.hang(context)
            throw StageError.failed(.network, "closed", "The connection was closed.")
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("c")
        first.engine.suspendAll()
        #expect(try await result.isAbandoned)
        #expect(bench.world.deeds == ["did a#1"])
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

    @Test("a run with one element that waits and one that works is not taken for one that only waits")
    func waitingElement() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - id: a
                uses: ask
                for-each: [waits, works]
                retry: { max-attempts: 2, initial: 1h, max: 1h, errors: [network] }
            """)
        let (gate, asleep, works, wake, again) = (Gate(), Gate(), Gate(), Gate(), Gate())
        bench.world.on("a[waits]") { context in
            if try context.world().call("try") == 1 { throw StageError.failed(.network, "down", "Down.") }
            again.open()
            return [:]
        }
        bench.world.on("a[works]") { _ in
            works.open()
            await gate.wait()
            try Task.checkCancellation()
            return [:]
        }
        var clock = bench.clock.clock
        clock.sleep = { _ in
            asleep.open()
            await wake.wait()
        }
        let first = try await bench.process(clock: clock)
        async let result = first.run(pipeline)
        await asleep.wait()
        await works.wait()
        first.engine.suspendWaiting()
        // One after the other: a run whose last element that works has ended does only wait.
        wake.open()
        await again.wait()
        gate.open()
        #expect(try await result.run.status == .succeeded)
    }

    @Test("a run that another process has taken over is left at once: no undo, no handlers, no record")
    func fenced() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: ask }, { id: c, uses: do }]\nfinally: [{ id: f, uses: do }]",
        )
        let gate = Gate()
        bench.world.on("b") { context in
            if try context.world().call("b") == 1 {
                await gate.wait()
                throw StageError.failed(.other, "broken", "It broke.")
            }
            return [:]
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("b")
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

    @Test("a run that is taken over in the middle of being taken back stops taking back")
    func fencedInUndo() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do }, { id: b, uses: do }, { id: c, uses: ask }]")
        bench.world.fails("c")
        let (gate, reached) = (Gate(), Gate())
        bench.world.on("b.undo") { context in
            if try context.world().call("undo") == 1 {
                reached.open()
                await gate.wait()
            }
            return [:]
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await reached.wait()
        let second = try await bench.process(now: { Timestamp.now().advanced(by: .seconds(3_600)) })
        let taken = try await second.recover(pipeline)
        #expect(taken.map(\.run.status) == [.failed])
        gate.open()
        #expect(try await result.isAbandoned)
        // What was under way could not be called back; nothing else was begun.
        #expect(bench.world.deeds == ["did a#1", "did b#1", "undid b#1", "undid a#1", "undid b#1"])
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

    @Test("a stage that fails in its own words because it is cancelled leaves a cancelled run")
    func failsWhenCancelled() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: b, uses: ask }]")
        bench.world.on("b") { context in
            _ = try? await Self.hang(context)
            throw StageError.failed(.network, "closed", "The connection was closed.")
        }
        let process = try await bench.process()
        async let result = process.run(pipeline)
        await process.begun("b")
        process.engine.cancel([try #require(await process.detail()).run.id])
        #expect(try await result.run.status == .cancelled)
    }

    @Test("a run that is cancelled while its on-success handler works still runs finally")
    func cancelledInHandler() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages: [{ id: a, uses: do }]
            on-success: [{ id: h, uses: ask }]
            finally: [{ id: f, uses: do }]
            """)
        bench.world.on("h", Self.hang)
        let process = try await bench.process()
        async let result = process.run(pipeline)
        await process.begun("h")
        process.engine.cancel([try #require(await process.detail()).run.id])
        #expect(try await result.stages.map(\.status) == [.succeeded, .cancelled, .succeeded])
        #expect(bench.world.deeds == ["did a#1", "did f#1"])
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
