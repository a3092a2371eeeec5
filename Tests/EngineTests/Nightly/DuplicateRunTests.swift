import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

/// Duplicates of runs that go on, and turns of groups.
@Suite(.timeLimit(.minutes(2))) struct DuplicateRunTests {
    @Test("groups take turns: a hundred requests of one do not keep three of another waiting")
    func fairness() async throws {
        let bench = try Workbench()
        let pipeline = try ConcurrencyTests.pipeline("limit: 1")
        let started = Mutex<[String]>([])
        bench.world.on("a") { context in
            started.withLock { $0.append(context.environment.roots["inputs"]?["group"]?.text ?? "") }
            return [:]
        }
        let groups = Array(repeating: "many", count: 100) + Array(repeating: "few", count: 3)
        let results = try await ConcurrencyTests.batch(
            bench.process(), ConcurrencyTests.requests(bench, groups), pipeline, workers: 1)
        #expect(results.count == 103)
        #expect(started.withLock { Array($0.prefix(6)) } == ["many", "few", "many", "few", "many", "few"])
    }

    @Test(
        "who attaches to a run that goes on waits for it, and takes its place when it fails", arguments: [true, false])
    func attachWaits(fails: Bool) async throws {
        let bench = try Workbench()
        let pipeline = try ConcurrencyTests.pipeline("", dedup: "dedup: { on-duplicate: attach }")
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
        let pipeline = try ConcurrencyTests.pipeline("", dedup: "dedup: { on-duplicate: \(action.name) }")
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
        let results = try await ConcurrencyTests.batch(
            bench.process(clock: clock), ConcurrencyTests.requests(bench, ["first", "other"]), pipeline, workers: 1)
        #expect(results.map(\.run.status) == [.succeeded, .succeeded])
    }
}
