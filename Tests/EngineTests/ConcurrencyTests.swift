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
    private static func pipeline(_ concurrency: String, dedup: String = "") throws -> Pipeline {
        try Workbench.pipeline(
            """
            inputs: { name: { type: string, default: x }, group: { type: string, default: g } }
            \(concurrency.isEmpty ? "" : "concurrency: { group: \"${{ inputs.group }}\", \(concurrency) }")
            \(dedup)
            stages: [{ id: a, uses: ask }]
            """)
    }

    private func requests(_ bench: Workbench, _ groups: [String]) -> [RunRequest] {
        groups.map { RunRequest(file: bench.file, inputs: ["group": .string($0)]) }
    }

    private func batch(
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
        let requests = requests(bench, Array(repeating: "g", count: 12))
        async let first = batch(one, requests, pipeline)
        async let second = batch(two, requests, pipeline)
        let results = try await first + second
        #expect(results.count == 24)
        #expect(results.allSatisfy { $0.run.status == .succeeded })
        #expect(state.withLock { $0.most } == 2)
    }

    @Test("groups take turns: a hundred requests of one do not keep three of another waiting")
    func fairness() async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 1")
        let started = Mutex<[String]>([])
        bench.world.on("a") { context in
            started.withLock { $0.append(context.environment.roots["inputs"]?["group"]?.text ?? "") }
            return [:]
        }
        let groups = Array(repeating: "many", count: 100) + Array(repeating: "few", count: 3)
        let results = try await batch(bench.process(), requests(bench, groups), pipeline, workers: 1)
        #expect(results.count == 103)
        #expect(started.withLock { Array($0.prefix(6)) } == ["many", "few", "many", "few", "many", "few"])
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
        bench.world.on("a") { context in
            if try context.world().call("a") == 1 { return try await SuspensionTests.hang(context) }
            return [:]
        }
        let process = try await bench.process()
        async let first = process.run(pipeline)
        await process.begun("a")
        #expect(try await process.run(pipeline).run.status == .succeeded)
        #expect(try await first.run.status == .cancelled)
    }

    @Test(
        "as many requests as queue-size wait beside those that have a place; more are skipped",
        arguments: [(1, 3), (3, 5)])
    func queueSize(size: Int, succeeded: Int) async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("limit: 2, queue-size: \(size)")
        let results = try await batch(
            bench.process(), requests(bench, Array(repeating: "g", count: 6)), pipeline)
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

    @Test(
        "who attaches to a run that goes on waits for it, and takes its place when it fails", arguments: [true, false])
    func attachWaits(fails: Bool) async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("", dedup: "dedup: { on-duplicate: attach }")
        let (gate, asleep, ended) = (Gate(), Gate(), Gate())
        bench.world.on("a") { context in
            guard try context.world().call("a") == 1 else { return [:] }
            await gate.wait()
            if fails { throw StageError.failed(.other, "broken", "It broke.") }
            return [:]
        }
        var clock = bench.clock.clock
        clock.sleep = { _ in
            asleep.open()
            await ended.wait()
        }
        let process = try await bench.process(clock: clock)
        async let first = process.run(pipeline)
        await process.begun("a")
        async let second = process.run(pipeline)
        await asleep.wait()
        gate.open()
        let one = try await first
        ended.open()
        let two = try await second
        #expect(one.run.status == (fails ? .failed : .succeeded))
        #expect(two.run.status == .succeeded)
        #expect(two.duplicateOf == (fails ? nil : one.run.id))
    }

    @Test(
        "who is skipped or rejected as a duplicate waits for the run it leans on; if that is rejected, one of them runs",
        arguments: [("skip", RunStatus.skipped), ("reject", .rejected)], [true, false])
    func duplicatesWait(action: (name: String, status: RunStatus), rejects: Bool) async throws {
        let bench = try Workbench()
        let pipeline = try Self.pipeline("", dedup: "dedup: { on-duplicate: \(action.name) }")
        let (gate, asleep, ended) = (Gate(), Gate(), Gate())
        bench.world.on("a") { context in
            guard try context.world().call("a") == 1 else { return [:] }
            await gate.wait()
            if rejects { throw StageError.rejected("bad", "It is bad.") }
            return [:]
        }
        var clock = bench.clock.clock
        clock.sleep = { _ in
            asleep.open()
            await ended.wait()
        }
        let process = try await bench.process(clock: clock)
        async let first = process.run(pipeline)
        await process.begun("a")
        // Another process has its own connection, and sees the same.
        let other = try await bench.process(clock: clock)
        async let second = process.run(pipeline)
        async let third = other.run(pipeline)
        async let fourth = other.run(pipeline)
        await asleep.wait()
        gate.open()
        let one = try await first
        ended.open()
        let rest = try await [second, third, fourth]
        #expect(one.run.status == (rejects ? .rejected : .succeeded))
        #expect(rest.count { $0.run.status == .succeeded } == (rejects ? 1 : 0))
        let leaning = rest.filter { $0.run.status != .succeeded }
        #expect(leaning.allSatisfy { $0.run.status == action.status && $0.run.error?.kind == "duplicate" })
        let stands = rejects ? rest.first { $0.run.status == .succeeded }?.run.id : one.run.id
        #expect(leaning.allSatisfy { $0.run.error?.message.contains(stands ?? "?") == true })
    }

    @Test("a run that waits for its next try gives its worker to others")
    func lends() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            inputs: { group: { type: string, default: g } }
            stages:
              - { id: a, uses: ask, retry: { max-attempts: 2, initial: 1h, max: 1h, errors: [network] } }
            """)
        let done = Gate()
        bench.world.on("a") { context in
            if context.environment.roots["inputs"]?["group"]?.text == "other" {
                done.open()
            } else if context.attempt == 1 {
                throw StageError.failed(.network, "down", "Down.")
            }
            return [:]
        }
        var clock = bench.clock.clock
        // The wait ends when the other run has ended, which needs the only worker.
        clock.sleep = { _ in await done.wait() }
        let results = try await batch(
            bench.process(clock: clock), requests(bench, ["first", "other"]), pipeline, workers: 1)
        #expect(results.map(\.run.status) == [.succeeded, .succeeded])
    }
}
