import Diagnostics
import Pipelines
import Platform
import Synchronization
import Testing

@testable import Scheduling

@Suite struct ReloadTests {
    private let start: Timestamp

    init() throws {
        start = try time("2026-01-01")
    }

    private func at(_ minutes: Int...) -> [Timestamp] { minutes.map { start.advanced(minutes: $0) } }

    /// Waits until the scheduler has taken the jobs over.
    private func replace(_ bench: SchedulerBench, _ jobs: [Scheduler.Job]) async {
        bench.scheduler.replace(jobs)
        await bench.clock.settled { [scheduler = bench.scheduler] _ in
            scheduler.state.withLock { $0.replacement == nil }
        }
    }

    @Test("C25: an unchanged schedule keeps its position and what runs, also when its pipeline has changed")
    func unchanged() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store, duration: .seconds(400))
        try await bench.run([job("*/5 * * * *", hash: "aa")]) {
            await bench.pass(.seconds(310))
            #expect(bench.started == at(5))
            await replace(bench, [job("*/5 * * * *", hash: "bb")])
            #expect(bench.scheduler.status().first?.active.map(\.at) == at(5))
            await bench.pass(.seconds(600))
        }
        // 00:10 finds the first one running, which ends on its definition.
        #expect(bench.started == at(5, 15))
        #expect(bench.definitions == ["aa", "bb"])
        #expect(store.slots.map(\.reason) == [nil, "still running", nil])
    }

    @Test("C25: a changed or new schedule does not fire at once, though its position on record is old")
    func changed() async throws {
        let daily = job("*/7 * * * *") { $0.catchUp = .all }
        let store = MemoryStore(positions: [(daily.key.pipeline, daily.key.schedule, start.advanced(minutes: -600))])
        let bench = SchedulerBench(at: start, store: store)
        try await bench.run([job("*/5 * * * *")]) {
            await bench.pass(.seconds(360))
            await replace(bench, [daily])
            await bench.pass(.seconds(10))
            #expect(bench.started == at(5))
            await bench.pass(.seconds(120))
        }
        #expect(bench.started == at(5, 7))
        #expect(!bench.events.contains { $0.kind == .caughtUp })
    }

    @Test("C25: a removed schedule stops; what runs goes on to its end, and what waits is skipped")
    func removed() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store, duration: .seconds(450))
        try await bench.run([job("*/5 * * * *") { $0.overlap = .queue }]) {
            await bench.pass(.seconds(610))
            #expect(bench.scheduler.status().first?.active.map(\.at) == at(5, 10))
            await replace(bench, [])
            #expect(bench.scheduler.status().map(\.next) == [nil])
            await bench.pass(.seconds(3_600))
            #expect(bench.scheduler.status().isEmpty)
        }
        #expect(bench.started == at(5))
        #expect(store.slots.map(\.state) == [.succeeded, .skipped])
        #expect(store.slots.last?.reason == "its schedule was removed")
        #expect(store.slots.last?.run == nil)
    }

    @Test("C25: a schedule that cannot be followed is told, and the others go on")
    func invalid() async throws {
        let bench = SchedulerBench(at: start)
        try await bench.run([job("*/5 * * * *"), job("0 3 * * *", "Mars/Olympus", of: "q")]) {
            await bench.pass(.seconds(310))
        }
        #expect(bench.started == at(5))
        #expect(bench.logs("schedule-invalid").map(\.level) == [.error])
    }

    @Test("the same schedule twice in a pipeline is one; those of two pipelines are two")
    func same() async throws {
        let bench = SchedulerBench(at: start)
        try await bench.run([job("*/5 * * * *"), job("*/5 * * * *"), job("*/5 * * * *", of: "q")]) {
            await bench.pass(.seconds(310))
        }
        #expect(bench.events.map(\.slot.pipeline).sorted() == ["p", "q"])
    }

    @Test("while the store fails nothing starts; it is told and tried again, and nothing is lost")
    func failing() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store)
        try await bench.run([job("*/5 * * * *")]) {
            await bench.pass(.seconds(290))
            store.fail(3)
            #expect(bench.scheduler.status().map(\.trouble) == [nil])
            await bench.pass(.seconds(11))
            #expect(bench.started == [])
            #expect(bench.scheduler.status().map(\.trouble) == ["the disk is full"])
            await bench.pass(.seconds(10))
            #expect(bench.scheduler.status().map(\.trouble) == [nil])
        }
        #expect(bench.started == at(5))
        #expect(bench.logs("schedule-store-failed").count == 3)
    }

    @Test("a store that fails at the start: nothing starts, it is tried again, and nothing is lost or done twice")
    func failingAtStart() async throws {
        let jobs = [job("*/5 * * * *", of: "q"), job("*/5 * * * *")]
        let store = MemoryStore()
        let former = SchedulerBench(at: start, store: store, duration: .seconds(10))
        // It ends while a run of each goes on.
        try await former.run(jobs) { await former.pass(.seconds(301)) }
        let bench = SchedulerBench(at: start.advanced(minutes: 6), store: store)
        let added = job("*/5 * * * *", of: "r")
        store.fail(3)
        try await bench.run(jobs + [added]) {
            #expect(bench.logs("schedule-store-failed").count == 1)
            await bench.pass(.seconds(310))
        }
        #expect(bench.logs("schedule-store-failed").count == 3)
        #expect(bench.runs.filter(former.runs.contains).sorted() == former.runs.sorted())
        #expect(bench.events.map(\.slot.pipeline).sorted() == ["p", "p", "q", "q", "r"])
    }

    @Test("a slot that another process has decided is not started here")
    func elsewhere() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store)
        let job = job("*/5 * * * *")
        try await bench.run([job]) {
            await bench.pass(.seconds(290))
            store.move(pipeline: job.key.pipeline, schedule: job.key.schedule, to: start.advanced(minutes: 7))
            await bench.pass(.seconds(400))
        }
        #expect(bench.started == at(10))
    }
}
