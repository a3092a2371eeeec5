import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// `Dispatcher`: many who ask, and few places.
@Suite(.timeLimit(.minutes(2))) struct DispatcherTests {
    @Test("no more runs go on at a time than there are workers, and all who ask get their result")
    func workers() async throws {
        let bench = try await DispatcherBench(workers: 3)
        let state = Mutex<(now: Int, most: Int)>((0, 0))
        let three = Gate()
        bench.world.on("a") { _ in
            let now = state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
                return state.now
            }
            if now == 3 { three.open() }
            await three.wait()
            state.withLock { $0.now -= 1 }
            return [:]
        }
        let results = await withTaskGroup(of: RunResult?.self) { group in
            for _ in 0..<20 { group.addTask { await bench.run() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 20)
        #expect(results.allSatisfy { $0?.run.status == .succeeded })
        #expect(state.withLock { $0.most } == 3)
        #expect(bench.dispatcher.load == Dispatcher.Load())
    }

    @Test("groups take turns: those who asked first do not keep another group waiting")
    func fairness() async throws {
        let bench = try await DispatcherBench("limit: 1", workers: 1)
        let started = Mutex<[String]>([])
        let gate = Gate()
        bench.world.on("a") { context in
            started.withLock { $0.append(DispatcherBench.group(of: context) ?? "") }
            await gate.wait()
            return [:]
        }
        await withTaskGroup(of: Void.self) { group in
            var asked = 0
            for name in ["many", "many", "many", "many", "few", "few"] {
                group.addTask { _ = await bench.run(name) }
                // The first one has the only place; the others line up one by one.
                if asked == 0 { await bench.begun() } else { await bench.queued(asked) }
                asked += 1
            }
            gate.open()
        }
        #expect(started.withLock { $0 } == ["many", "many", "few", "many", "few", "many"])
    }

    @Test("who comes when as many of the group wait as `queue-size` allows is recorded as skipped")
    func queueSize() async throws {
        let bench = try await DispatcherBench("limit: 1, queue-size: 1", workers: 4)
        let gate = bench.gate()
        async let first = bench.run()
        await bench.begun()
        async let second = bench.run()
        await bench.queued(1)
        let third = await bench.run()
        #expect(third?.run.status == .skipped)
        #expect(third?.run.error?.kind == "queue-full")
        #expect(try await bench.process.store.run(third?.run.id ?? "")?.run.status == .skipped)
        gate.open()
        let results = await [first, second]
        #expect(results.map { $0?.run.status } == [.succeeded, .succeeded])
    }

    @Test("a run that waits for its next try lends its place to another one")
    func lending() async throws {
        let (waits, goesOn) = (Gate(), Gate())
        let bench = try await DispatcherBench(
            stage: "{ id: a, uses: ask, retry: { max-attempts: 2, initial: 1s, jitter: none, errors: [any] } }",
            workers: 1,
            sleep: { _ in
                waits.open()
                await goesOn.wait()
            })
        let calls = Mutex(0)
        bench.world.on("a") { _ in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 1 { throw StageError.failed(.network, "down", "It was down.") }
            return [:]
        }
        async let first = bench.run()
        await waits.wait()
        #expect(bench.dispatcher.load.waiting == 1)
        #expect(await bench.run()?.run.status == .succeeded)
        goesOn.open()
        #expect(await first?.run.status == .succeeded)
        #expect(bench.dispatcher.load == Dispatcher.Load())
    }

    @Test("a run that waits for its next try ends at once, as cancelled, when its task is cancelled")
    func cancelledWhileWaiting() async throws {
        let (waits, ends) = (Gate(), Gate())
        let bench = try await DispatcherBench(
            stage: "{ id: a, uses: ask, retry: { max-attempts: 2, initial: 1h, max: 1h, errors: [any] } }",
            workers: 1,
            sleep: { _ in
                waits.open()
                await withTaskCancellationHandler {
                    await ends.wait()
                } onCancel: {
                    ends.open()
                }
                try Task.checkCancellation()
            })
        bench.world.on("a") { _ in throw StageError.failed(.network, "down", "It was down.") }
        let task = Task { await bench.run() }
        await waits.wait()
        task.cancel()
        let result = try #require(await task.value)
        #expect(result.run.status == .cancelled && !result.isAbandoned)
        #expect(bench.dispatcher.load == Dispatcher.Load())
    }

    @Test("after `stop` those who wait and those who come begin nothing, and what goes on ends as it would")
    func stop() async throws {
        let bench = try await DispatcherBench(workers: 1)
        let gate = bench.gate()
        async let first = bench.run()
        await bench.begun()
        async let second = bench.run()
        await bench.queued(1)
        bench.dispatcher.stop()
        bench.dispatcher.stop()
        #expect(await second == nil)
        #expect(await bench.run() == nil)
        gate.open()
        #expect(await first?.run.status == .succeeded)
        #expect(try await bench.runs().count == 1)
    }

    @Test("a run keeps the id that was fixed for it before")
    func fixedID() async throws {
        let bench = try await DispatcherBench(workers: 1)
        let id = Identifier.run()
        let result = await bench.run(id: id)
        #expect(result?.run.id == id)
        #expect(try await bench.process.store.run(id)?.run.status == .succeeded)
    }
}
