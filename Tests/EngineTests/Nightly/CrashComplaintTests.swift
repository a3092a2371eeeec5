import CompassTesting
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

/// What users of other runners complain about: crashes, long jobs, poison. `docs/complaints.md` lists all of them.
@Suite struct CrashComplaintTests {
    /// Runs a pipeline in a process that dies in stage `id`, and opens another process.
    private func died(
        in id: String, _ pipeline: Pipeline, _ bench: Workbench, keeper: (any FileKeeper)? = nil
    ) async throws -> TestProcess {
        bench.world.dies(id)
        try await bench.begin(pipeline)
        bench.world.on(id) { _ in [:] }
        return try await bench.process(keeper: keeper)
    }

    @Test("prefect#8409, #15945: a run whose process died goes on at the stage where it stopped")
    func resumes() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: once }, { id: w, uses: write }, { id: b, uses: do }]")
        let process = try await died(in: "b", pipeline, bench)
        #expect(try await process.recover(pipeline).map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1", "did b#1"])
    }

    @Test("prefect#10141: a run whose process died does not block its concurrency group")
    func group() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("concurrency: { group: one, limit: 1 }\nstages: [{ id: a, uses: do }]")
        let process = try await died(in: "a", pipeline, bench)
        _ = try await process.recover(pipeline)
        #expect(try await process.run(pipeline).run.status == .succeeded)
    }

    @Test("prefect#12988, #16256, kestra#2281, #4260, dagu#1103, airflow#16023: no run stays running without a process")
    func noneStays() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let process = try await died(in: "a", pipeline, bench)
        #expect(try await process.store.unfinished() == 1)
        _ = try await process.recover { _ in throw StageError.failed(.other, "unreadable", "It cannot be read.") }
        #expect(try await process.store.unfinished() == 0)
        #expect(try await process.detail()?.run.error?.kind == "not-resumable")
    }

    @Test("dagster#19490, #1735: a run that goes on skips none of the steps that had not happened")
    func skipsNothing() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: do, for-each: [x, y, z], max-parallel: 1 }, { id: b, uses: do }]")
        let process = try await died(in: "a[y]", pipeline, bench)
        #expect(try await process.recover(pipeline).map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a[x]#1", "did a[y]#1", "did a[z]#1", "did b#1"])
    }

    @Test("dbos-transact-ts#523: a document that kills every process is given up after the third, and held")
    func poison() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }]")
        bench.world.dies("a")
        try await bench.begin(pipeline)
        for _ in 0..<2 {
            let next = try await bench.process()
            _ = try? await next.recover(pipeline)
            try await next.store.close()
        }
        let last = try await bench.process(keeper: TestKeeper())
        #expect(try await last.recover(pipeline).map(\.run.error?.kind) == ["crashed-repeatedly"])
        #expect(try await last.store.quarantined(QuarantineQuery(), limit: 9, after: nil).items.count == 1)
    }

    @Test("river#360: a document that failed is held with reason, stage, attempt and the line that decided")
    func deadLetter() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages:\n  - { id: a, uses: ask, retry: { max-attempts: 2, initial: 1ms, errors: [server] } }")
        bench.world.fails("a", .failed(.server, "down", "The server is down."))
        let process = try await bench.process(keeper: TestKeeper())
        let run = try await process.run(pipeline).run
        let entry = try #require(
            try await process.store.quarantined(QuarantineQuery(), limit: 9, after: nil).items.first)
        #expect((entry.run, entry.stage, entry.attempt) == (run.id, "a", 2))
        #expect((entry.kind, entry.reason) == ("down", "The server is down."))
        #expect(entry.place == "test.yaml:4")
    }

    @Test("connect#1721: a document that breaks a rule is refused once, and not tried again")
    func permanent() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline(
            "stages: [{ id: a, uses: ask, retry: { max-attempts: 9, initial: 1ms } }]")
        bench.world.on("a") { context in
            _ = try context.world().call("a")
            throw StageError.rejected("corrupt", "It is corrupt.")
        }
        #expect(try await bench.process().run(pipeline).run.status == .rejected)
        #expect(bench.world.call("a") == 2)
    }

    @Test(
        "Hangfire#514, #1197, #1702, #2380, Hangfire.PostgreSql#130, #352, river#347: a long job is not run twice while its process renews its lease"
    )
    func longJob() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: do }]")
        let gate = Gate()
        bench.world.on("a.before") { _ in
            await gate.wait()
            return [:]
        }
        let hour = Timestamp.now().advanced(by: .seconds(3_600))
        let first = try await bench.process(now: { hour })
        async let result = first.run(pipeline)
        await first.begun("a")
        // An hour has passed for both; the first one has renewed its lease in time.
        _ = try await first.store.renew()
        let second = try await bench.process(now: { hour.advanced(by: .seconds(20)) })
        #expect(try await second.recover(pipeline).isEmpty)
        gate.open()
        #expect(try await result.run.status == .succeeded)
        #expect(bench.world.deeds == ["did a#1"])
    }

    @Test("Hangfire#514: a process that was thought dead writes nothing when it comes back")
    func comesBack() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: ask }, { id: w, uses: write }]")
        let gate = Gate()
        bench.world.on("a") { context in
            if try context.world().call("a") == 1 { await gate.wait() }
            return [:]
        }
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("a")
        let second = try await bench.process(now: { Timestamp.now().advanced(by: .seconds(3_600)) })
        #expect(try await second.recover(pipeline).map(\.run.status) == [.succeeded])
        gate.open()
        #expect(try await result.isAbandoned)
        #expect(try await second.detail()?.queued == ["w"])
    }

    @Test("activepieces#13847, kestra#13871: a process that is stopped in good order fires no effect again afterwards")
    func graceful() async throws {
        let bench = try Workbench()
        let pipeline = try Workbench.pipeline("stages: [{ id: a, uses: once }, { id: b, uses: ask }]")
        bench.world.on("b", SuspensionTests.hang)
        let first = try await bench.process()
        async let result = first.run(pipeline)
        await first.begun("b")
        first.engine.suspendAll()
        _ = try await result
        bench.world.on("b") { _ in [:] }
        #expect(try await bench.process().recover(pipeline).map(\.run.status) == [.succeeded])
        #expect(bench.world.deeds == ["did a#1"])
    }
}
