import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// Rarer ways to wait for a place, or not to.
@Suite(.timeLimit(.minutes(2))) struct DispatcherVariantTests {
    @Test("a group that is full keeps none of another group from its place")
    func otherGroup() async throws {
        let bench = try await DispatcherBench("limit: 1", workers: 4)
        let gate = Gate()
        bench.world.on("a") { context in
            if DispatcherBench.group(of: context) == "full" { await gate.wait() }
            return [:]
        }
        async let first = bench.run("full")
        await bench.begun()
        async let second = bench.run("full")
        await bench.queued(1)
        #expect(await bench.run("free")?.run.status == .succeeded)
        #expect(bench.dispatcher.load.queued == 1)
        gate.open()
        let results = await [first, second]
        #expect(results.map { $0?.run.status } == [.succeeded, .succeeded])
    }

    @Test("with `when-full: skip`, who comes when the group is full does not wait")
    func skip() async throws {
        let bench = try await DispatcherBench("limit: 1, when-full: skip", workers: 4)
        let gate = bench.gate()
        async let first = bench.run()
        await bench.begun()
        #expect(await bench.run()?.run.error?.kind == "group-full")
        gate.open()
        #expect(await first?.run.status == .succeeded)
    }

    @Test("who is cancelled while waiting leaves the queue without a run, and the next one gets the place")
    func cancellation() async throws {
        let bench = try await DispatcherBench("limit: 1", workers: 1)
        let gate = bench.gate()
        async let first = bench.run()
        await bench.begun()
        let second = Task { await bench.run() }
        await bench.queued(1)
        async let third = bench.run()
        await bench.queued(2)
        second.cancel()
        #expect(await second.value == nil)
        #expect(bench.dispatcher.load.queued == 1)
        gate.open()
        let results = await [first, third]
        #expect(results.map { $0?.run.status } == [.succeeded, .succeeded])
        #expect(try await bench.runs().count == 2)
    }

    @Test("a task that is cancelled before it asks begins nothing")
    func cancelledBefore() async throws {
        let bench = try await DispatcherBench(workers: 1)
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return await bench.run()
        }
        task.cancel()
        gate.open()
        #expect(await task.value == nil)
        #expect(try await bench.runs().isEmpty)
        #expect(bench.dispatcher.load == Dispatcher.Load())
    }
}
