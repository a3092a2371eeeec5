import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// Concurrency groups, and documents that were there before.
@Suite(.timeLimit(.minutes(2))) struct ConcurrencyTests {
    static func pipeline(_ concurrency: String, dedup: String = "") throws -> Pipeline {
        try Workbench.pipeline(
            """
            inputs: { name: { type: string, default: x }, group: { type: string, default: g } }
            \(concurrency.isEmpty ? "" : "concurrency: { group: \"${{ inputs.group }}\", \(concurrency) }")
            \(dedup)
            stages: [{ id: a, uses: ask }]
            """)
    }

    static func requests(_ bench: Workbench, _ groups: [String]) -> [RunRequest] {
        groups.map { RunRequest(file: bench.file, inputs: ["group": .string($0)]) }
    }

    static func batch(
        _ process: TestProcess, _ requests: [RunRequest], _ pipeline: Pipeline, workers: Int = 8
    ) async throws -> [RunResult] {
        try await process.store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        var results: [RunResult] = []
        await Batch(engine: process.engine, workers: workers).run(requests, of: pipeline) { results.append($0) }
        return results
    }

    @Test("no more runs of a group go on at a time than its limit, in two processes together")
    func limit() async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 2")
        let (one, two) = (try await bench.process(), try await bench.process())
        let state = Mutex<(now: Int, most: Int)>((0, 0))
        let full = Gate()
        var going = RunQuery()
        going.statuses = [.running]
        bench.world.on("a") { [going] _ in
            let now = state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
                return state.now
            }
            if now == 2 { full.open() }
            await full.wait()
            let recorded = try await one.store.runs(going, limit: 100, after: nil).items.count
            #expect(recorded <= 2)
            state.withLock { $0.now -= 1 }
            return [:]
        }
        let requests = Self.requests(bench, Array(repeating: "g", count: 12))
        async let first = Self.batch(one, requests, pipeline)
        async let second = Self.batch(two, requests, pipeline)
        let results = try await first + second
        #expect(results.count == 24)
        #expect(results.allSatisfy { $0.run.status == .succeeded })
        #expect(state.withLock { $0.most } == 2)
    }

    @Test("a run that comes when its group is full is skipped, if the pipeline says so")
    func skip() async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 1, when-full: skip")
        let gate = Gate()
        bench.world.on("a") { _ in
            await gate.wait()
            return [:]
        }
        let process = try await bench.process()
        async let first = process.run(pipeline)
        await process.begun("a")
        let second = try await process.run(pipeline)
        #expect(second.run.status == .skipped)
        #expect(second.run.error?.kind == "group-full")
        let other = try await bench.process().run(pipeline)
        #expect(other.run.status == .skipped)
        gate.open()
        #expect(try await first.run.status == .succeeded)
    }

    @Test("the oldest run of a full group is cancelled and taken back, if the pipeline says so")
    func cancelOldest() async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 1, when-full: cancel-oldest")
        // A stage that is told as begun may be cancelled before it is called: then the next run's call would be the first.
        let called = Gate()
        bench.world.on("a") { context in
            guard try context.world().call("a") == 1 else { return [:] }
            called.open()
            return try await SuspensionTests.hang(context)
        }
        let process = try await bench.process()
        async let first = process.run(pipeline)
        await called.wait()
        #expect(try await process.run(pipeline).run.status == .succeeded)
        #expect(try await first.run.status == .cancelled)
    }

    @Test(
        "as many requests as queue-size wait beside those that have a place; more are skipped",
        arguments: [(1, 3), (3, 5)])
    func queueSize(size: Int, succeeded: Int) async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 2, queue-size: \(size)")
        let results = try await Self.batch(
            bench.process(), Self.requests(bench, Array(repeating: "g", count: 6)), pipeline)
        #expect(results.count { $0.run.status == .succeeded } == succeeded)
        #expect(results.count { $0.run.error?.kind == "queue-full" } == 6 - succeeded)
    }

    @Test("a document that was there before gets the first run's result, and nothing is done")
    func attach() async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("", dedup: "dedup: { on-duplicate: attach }")
        let process = try await bench.process()
        let first = try await process.run(pipeline)
        let second = try await process.run(pipeline)
        #expect(first.duplicateOf == nil)
        #expect(second.duplicateOf == first.run.id)
        #expect(second.run.id == first.run.id)
        #expect(try await process.store.runs(RunQuery(), limit: 10, after: nil).items.count == 1)
    }

    @Test(
        "a document that was there before is skipped, rejected or run again, as the pipeline says",
        arguments: [("skip", RunStatus.skipped), ("reject", .rejected), ("version", .succeeded)])
    func actions(action: String, status: RunStatus) async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("", dedup: "dedup: { on-duplicate: \(action) }")
        let process = try await bench.process()
        let first = try await process.run(pipeline)
        let second = try await process.run(pipeline)
        #expect(second.run.status == status)
        #expect(second.run.id != first.run.id)
        #expect(second.run.error?.kind == (action == "version" ? nil : "duplicate"))
    }
}
