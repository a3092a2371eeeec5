import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// Suspending and cancelling in the middle of elements, undos and handlers.
@Suite(.timeLimit(.minutes(2))) struct SuspensionVariantTests {
    @Test("suspendAll in the middle of elements keeps those that were done, and begins no attempt of the others anew")
    func suspendElements() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: once, for-each: [x, y, z], max-parallel: 1 }]")
        // Its intent is on record by then.
        let reached = Gate()
        bench.world.on("a[z].before") { context in
            reached.open()
            return try await SuspensionTests.hang(context)
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
            return try await SuspensionTests.hang(context)
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
            _ = try? await SuspensionTests.hang(context)
            throw StageError.failed(.network, "closed", "The connection was closed.")
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("c")
        first.engine.suspendAll()
        #expect(try await result.isAbandoned)
        #expect(bench.world.deeds == ["did a#1"])
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

    @Test("a stage that fails in its own words because it is cancelled leaves a cancelled run")
    func failsWhenCancelled() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: b, uses: ask }]")
        bench.world.on("b") { context in
            _ = try? await SuspensionTests.hang(context)
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
        bench.world.on("h", SuspensionTests.hang)
        let process = try await bench.process()
        async let result = process.run(pipeline)
        await process.begun("h")
        process.engine.cancel([try #require(await process.detail()).run.id])
        #expect(try await result.stages.map(\.status) == [.succeeded, .cancelled, .succeeded])
        #expect(bench.world.deeds == ["did a#1", "did f#1"])
    }
}
