import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Testing

/// Processes that die, and others that carry their runs on.
@Suite struct ResumeTests {
    private static let row = """
        stages:
          - { id: look, uses: ask }
          - { id: a, uses: do }
          - { id: w, uses: write }
          - { id: b, uses: do }
          - { id: last, uses: ask }
        """

    @Test("whenever the process dies, the run goes on and every effect happens exactly once")
    func exactlyOnce() async throws {
        try await dyingEverywhere(Self.row + "\non-success: [{ id: told, uses: write }]") { moment, detail, world in
            #expect(detail.run.status == .succeeded, "died at \(moment)")
            #expect(
                world.deeds == ["did a#1", "did b#1"] || world.deeds == ["did a#2", "did b#1"]
                    || world.deeds == ["did a#1", "did b#2"], "died at \(moment)")
            #expect(detail.queued == ["told", "w"], "died at \(moment)")
            #expect(detail.stages.map(\.status) == Array(repeating: .succeeded, count: 6))
        }
    }

    @Test("whenever the process dies in a run that fails, what was done is taken back and handlers run once")
    func undoneEverywhere() async throws {
        try await dyingEverywhere(
            Self.row
                + "\non-failure: [{ id: sorry, uses: write }]\nfinally: [{ id: end, uses: do, irreversible: true }]",
            script: { $0.fails("last") }
        ) { moment, detail, world in
            #expect(detail.run.status == .failed, "died at \(moment)")
            #expect(detail.run.error?.stage == "last")
            let deeds = world.deeds
            for deed in Set(deeds.filter { $0.hasPrefix("did a") || $0.hasPrefix("did b") }) {
                #expect(world.count(deed) == 1, "died at \(moment)")
                #expect(!world.holds(String(deed.dropFirst(4))), "died at \(moment)")
            }
            #expect(deeds.count { $0.hasPrefix("did end") } == 1, "died at \(moment)")
            #expect(detail.queued == ["sorry"], "died at \(moment)")
            #expect(detail.stages.prefix(4).map(\.undo?.status) == [nil, .undone, .undone, .undone])
            let last = deeds.lastIndex { $0.hasPrefix("undid b") } ?? 0
            #expect(deeds.lastIndex { $0.hasPrefix("undid a") } ?? 0 >= last, "died at \(moment)")
        }
    }

    @Test("an irreversible effect whose outcome nobody knows fails the run instead of being repeated")
    func unknownOutcome() async throws {
        try await dyingEverywhere("stages: [{ id: a, uses: once }, { id: b, uses: ask }]") { moment, detail, world in
            #expect(world.deeds.count <= 1, "died at \(moment)")
            if detail.run.status == .succeeded {
                #expect(world.deeds.count == 1)
            } else {
                #expect(detail.run.error?.kind == "unknown-outcome")
                #expect(
                    detail.run.error?.message
                        == "The process ended while stage `a` was at work, and it is unknown whether it is done. "
                        + "It cannot be repeated or undone: look, and then retry or discard the run.")
            }
        }
    }

    @Test("an irreversible effect that was too slow is not repeated when it can tell that it has happened")
    func askedBeforeRepeating() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: certain, retry: { max-attempts: 3, initial: 10ms, errors: [timeout] } }]")
        bench.world.on("a") { context in
            if context.attempt == 1 { throw StageError.failed(.timeout, "slow", "It was too slow.") }
            return [:]
        }
        let result = try await bench.process().run(pipeline)
        #expect(result.run.status == .succeeded)
        #expect(bench.world.deeds == ["did a#1"])
        #expect(result.stages[0].outputs == ["deed": "a#1"])
    }

    @Test("what an irreversible effect gave is on record before anything else happens")
    func receipt() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: once }, { id: b, uses: ask }]")
        let first = try await bench.process()
        bench.world.dies("b")
        _ = try await first.run(pipeline)
        try await first.store.close()
        bench.world.on("b") { _ in [:] }
        let second = try await bench.process()
        let results = try await second.recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1"])
    }

    @Test("an attempt that the process's end cut short is on record and does not use up max-attempts")
    func interruption() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: blind, retry: { max-attempts: 2, initial: 10ms, errors: [network] } }
            """)
        bench.world.on("a.before") { context in
            switch try context.world().call("try") {
            case 1:
                try context.life().end()
                throw Life.Died()
            case 2: throw StageError.failed(.network, "down", "The line is down.")
            default: return [:]
            }
        }
        try await bench.begin(pipeline)
        let second = try await bench.process()
        let results = try await second.recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(results.first?.run.crashes == 1)
        let detail = try #require(try await second.detail())
        #expect(detail.stages[0].attempts == 3)
        #expect(detail.stages[0].interruptions == 1)
        #expect(detail.attempts.map(\.number) == [1, 2, 3])
        #expect(detail.attempts.map(\.status) == [.interrupted, .failed, .succeeded])
        #expect(detail.attempts[0].error?.message == "The process ended before the attempt did.")
    }

    @Test("a wait for the next try survives the process: what is left of it is waited for")
    func waiting() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: ask, retry: { max-attempts: 5, initial: 10m, max: 1h, jitter: none, errors: [network] } }
            """)
        bench.world.on("a") { context in
            if try context.world().call("try") == 1 { throw StageError.failed(.network, "down", "The line is down.") }
            return [:]
        }
        let first = try await bench.process(dyingAsleep: true)
        _ = try await first.run(pipeline)
        #expect(first.life.isDead)
        try await first.store.close()
        let clock = FakeClock(now: bench.clock.clock.now().advanced(by: .seconds(240)))
        let second = try await bench.process(clock: clock.clock)
        let results = try await second.recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(clock.sleeps == [.seconds(360)])
        #expect(results.first?.stages[0].attempts == 2)
        #expect(results.first?.stages[0].interruptions == 0)
    }

    @Test(
        "a file that was written since the run began is rejected, one that is gone fails the run",
        arguments: [true, false])
    func file(isChanged: Bool) async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }, { id: r, uses: read }]")
        bench.world.dies("a")
        try await bench.begin(pipeline)
        if isChanged {
            _ = try bench.folder.write("document.txt", Array("Other".utf8))
        } else {
            _ = bench.file.withCString { unlink($0) }
        }
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.status) == [isChanged ? .rejected : .failed])
        #expect(results.first?.run.error?.kind == (isChanged ? "source-changed" : "missing"))
        #expect(bench.world.deeds == ["did a#1", "undid a#1"])
    }

    @Test("a second crash at any moment of going on changes nothing", arguments: Nightly.isOn ? [9, 15] : [15])
    func dyingTwice(first moment: Int) async throws {
        let pipeline = try Workbench.pipeline(Self.row + "\non-failure: [{ id: sorry, uses: write }]")
        let bench = try Workbench()
        let last = try await bench.process()
        bench.world.fails("last")
        for next in stride(from: 1, to: 100, by: Nightly.isOn ? 1 : 3) {
            bench.world.forget()
            let first = try await bench.process(diesAt: moment)
            let run = try await first.run(pipeline).run.id
            try await first.store.close()
            let second = try await bench.process(diesAt: next)
            _ = try? await second.recover(pipeline)
            let isOver = !second.life.isDead
            try await second.store.close()
            try await last.recover(pipeline)
            let detail = try #require(try await last.store.run(run))
            #expect(detail.run.status == .failed)
            #expect(detail.queued == ["sorry"], "died at \(moment) and \(next)")
            for deed in Set(bench.world.deeds.filter { $0.hasPrefix("did ") }) {
                #expect(bench.world.count(deed) == 1, "died at \(moment) and \(next)")
                #expect(!bench.world.holds(String(deed.dropFirst(4))), "died at \(moment) and \(next)")
            }
            if isOver { return }
        }
        Issue.record("the run never ends")
    }
}
