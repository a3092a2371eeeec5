import CompassTesting
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Testing

/// Deaths in elements and groups, and rarer ways to carry on.
@Suite struct ResumeVariantTests {
    @Test("whenever the process dies in the middle of elements, each of them happens exactly once")
    func elements() async throws {
        try await dyingEverywhere(
            """
            stages:
              - { id: first, uses: once }
              - { id: a, uses: do, for-each: [x, y, z], max-parallel: 2 }
              - { id: w, uses: write, for-each: [x, y] }
            """
        ) { moment, detail, world in
            // Nobody knows of `first` whether it happened, when the process dies in the middle of it.
            if detail.run.error?.kind == "unknown-outcome" {
                #expect(detail.run.error?.stage == "first")
                #expect(world.deeds.allSatisfy { $0.hasPrefix("did first") })
                return
            }
            #expect(detail.run.status == .succeeded, "died at \(moment)")
            for element in ["x", "y", "z"] {
                #expect(world.deeds.count { $0.hasPrefix("did a[\(element)]") } == 1, "died at \(moment)")
            }
            #expect(world.deeds.count { $0.hasPrefix("did first") } == 1, "died at \(moment)")
            #expect(detail.queued == ["w[x]", "w[y]"], "died at \(moment)")
            #expect(detail.stages[1].outputs["succeeded"] == 3)
        }
    }

    @Test("whenever the process dies in a run whose elements are taken back, all of them are")
    func elementsUndone() async throws {
        try await dyingEverywhere(
            """
            stages:
              - { id: a, uses: do, for-each: [x, y, z], max-parallel: 1 }
              - { id: last, uses: ask }
            """, script: { $0.fails("last") }
        ) { moment, detail, world in
            #expect(detail.run.status == .failed)
            for element in ["x", "y", "z"] {
                let deeds = Set(world.deeds.filter { $0.hasPrefix("did a[\(element)]") })
                for deed in deeds { #expect(!world.holds(String(deed.dropFirst(4))), "died at \(moment)") }
            }
            #expect(detail.stages[0].undo?.status == .undone, "died at \(moment)")
        }
    }

    @Test("whenever the process dies in a parallel group, each child's effect happens exactly once")
    func group() async throws {
        try await dyingEverywhere(
            """
            stages:
              - id: both
                parallel:
                  - { id: a, uses: do }
                  - { id: b, uses: do }
              - { id: c, uses: do }
            """
        ) { moment, detail, world in
            #expect(detail.run.status == .succeeded, "died at \(moment)")
            for id in ["a", "b", "c"] {
                #expect(world.deeds.count { $0.hasPrefix("did \(id)#") } == 1, "died at \(moment)")
            }
        }
    }

    @Test("an effect that cannot tell whether it has happened is repeated with the same intent")
    func sameIntent() async throws {
        try await dyingEverywhere("stages: [{ id: a, uses: blind }, { id: b, uses: blind }]") { moment, detail, world in
            #expect(detail.run.status == .succeeded, "died at \(moment)")
            #expect(Set(world.deeds).count == 2, "died at \(moment): \(world.deeds)")
        }
    }

    @Test("an irreversible effect that has not happened is tried again")
    func repeatedWhenNotDone() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: certain, retry: { max-attempts: 3, initial: 10ms, errors: [timeout] } }]")
        bench.world.on("a.before") { context in
            if context.attempt == 1 { throw StageError.failed(.timeout, "slow", "It was too slow.") }
            return [:]
        }
        #expect(try await bench.process().run(pipeline).run.status == .succeeded)
        #expect(bench.world.deeds == ["did a#1"])
    }

    @Test("a run that waits for its next try does not keep the others from going on")
    func waitingBesideOthers() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            """
            stages:
              - { id: a, uses: ask, retry: { max-attempts: 5, initial: 10m, max: 1h, jitter: none, errors: [network] } }
            """)
        bench.world.fails("a", .failed(.network, "down", "The line is down."))
        try await bench.begin(pipeline, dyingAsleep: true)
        let second = try await bench.process(dyingAsleep: true)
        _ = try await second.run(pipeline)
        try await second.store.close()
        bench.world.on("a") { _ in [:] }
        let asleep = Gate()
        var clock = bench.clock.clock
        // The first wait ends when the second one has begun, which needs the only worker.
        clock.sleep = { _ in
            if bench.world.call("sleep") == 1 { await asleep.wait() } else { asleep.open() }
        }
        let third = try await bench.process(clock: clock)
        let results = try await third.recover(workers: 1) { _ in pipeline }
        #expect(results.map(\.run.status) == [.succeeded, .succeeded])
    }

    @Test("a probe that fails for a while is asked again, as the stage's retry says")
    func probeRetries() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, retry: { max-attempts: 3, initial: 10ms, errors: [network] } }]")
        bench.world.dies("a")
        try await bench.begin(pipeline)
        bench.world.on("a.probe") { context in
            if try context.world().call("probe") < 3 { throw StageError.failed(.network, "down", "No line yet.") }
            return [:]
        }
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1"])
    }

    @Test("a deadline counts the time in which no process worked on the run")
    func deadline() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: blind, deadline: 1h }, { id: b, uses: ask }]")
        bench.world.dies("a.before")
        try await bench.begin(pipeline)
        bench.world.on("a.before") { _ in [:] }
        let later = FakeClock(now: bench.clock.clock.now().advanced(by: .seconds(3_601)))
        let results = try await bench.process(clock: later.clock).recover(pipeline)
        #expect(results.map(\.run.error?.kind) == ["timeout"])
        #expect(results.first?.run.error?.message == "Stage `a` was not done within its deadline of 1h.")
        #expect(bench.world.deeds == [])
    }

    @Test("an effect that was done in time counts, although its deadline has passed when the next process asks")
    func deadlineMet() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do, deadline: 1h }]")
        bench.world.dies("a")
        try await bench.begin(pipeline)
        let later = FakeClock(now: bench.clock.clock.now().advanced(by: .seconds(3_601)))
        let results = try await bench.process(clock: later.clock).recover(pipeline)
        #expect(results.map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1"])
    }

    @Test("a run whose file could not be opened says so after a crash as well")
    func unopened() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: blind }, { id: r, uses: read }]")
        bench.world.dies("a")
        try await bench.begin(pipeline, file: bench.folder.path.appending("none.txt"))
        bench.world.on("a") { _ in [:] }
        let results = try await bench.process().recover(pipeline)
        #expect(results.map(\.run.error?.kind) == ["unreadable"])
        #expect(results.first?.run.error?.message.contains("could not be opened when its run began") == true)
    }
}
