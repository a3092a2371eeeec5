import Diagnostics
import Pipelines
import Platform
import Testing

@testable import Scheduling

@Suite struct SchedulerTests {
    private let start: Timestamp

    init() throws {
        start = try time("2026-01-01")
    }

    private func at(_ minutes: Int...) -> [Timestamp] { minutes.map { start.advanced(minutes: $0) } }

    private func store(_ job: Scheduler.Job, at position: Timestamp, _ slots: [ScheduleSlot] = []) -> MemoryStore {
        MemoryStore(positions: [(job.key.pipeline, job.key.schedule, position)], slots: slots)
    }

    @Test(
        "C18: a run of 90 s every minute",
        arguments: [
            (ScheduleTrigger.Overlap.allow, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], 0),
            (.skip, [1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0),
            (.replace, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], 9),
        ] as [(ScheduleTrigger.Overlap, [Int], [Int], Int)])
    func overlap(overlap: ScheduleTrigger.Overlap, started: [Int], skipped: [Int], cancelled: Int) async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store, duration: .seconds(90))
        try await bench.run([job("* * * * *") { $0.overlap = overlap }]) { await bench.pass(.seconds(600)) }
        #expect(bench.started == started.map { start.advanced(minutes: $0) })
        let letGo = store.slots.filter { $0.state == .skipped }
        #expect(letGo.map(\.at) == skipped.map { start.advanced(minutes: $0) })
        #expect(letGo.allSatisfy { $0.reason == "still running" && $0.run == nil })
        #expect(bench.events.count { $0.kind == .cancelled } == cancelled)
        #expect(store.slots.count { $0.state == .cancelled } == cancelled)
        // Every run has an id of its own, and the store has it.
        #expect(Set(bench.runs).count == started.count)
        #expect(Set(store.slots.compactMap(\.run)) == Set(bench.runs))
    }

    @Test("C18: with `queue`, one waits and starts when the former run has ended")
    func queue() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store, duration: .seconds(95))
        try await bench.run([job("* * * * *") { $0.overlap = .queue }]) { await bench.pass(.seconds(600)) }
        #expect(bench.events.map { $0.time - start } == [60, 155, 250, 345, 440, 535].map { .seconds($0) })
        #expect(bench.started == at(1, 2, 3, 5, 6, 8))
        let skipped = store.slots.filter { $0.state == .skipped }
        #expect(skipped.map(\.at) == at(4, 7, 10))
        #expect(skipped.allSatisfy { $0.reason == "one waits already" })
    }

    @Test("C17: a slot with jitter starts when its record says")
    func jitter() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store)
        let daily = job("*/10 * * * *") { $0.jitter = TimeSpan(milliseconds: 300_000) }
        try await bench.run([daily]) { await bench.pass(.seconds(7_200)) }
        #expect(bench.events.count >= 11)
        #expect(bench.events.allSatisfy { $0.time == $0.slot.startsAt && $0.time < $0.slot.at.advanced(minutes: 5) })
        #expect(Set(bench.events.map { $0.time - $0.slot.at }).count > 5)
    }

    @Test(
        "C19: what was missed while nothing ran",
        arguments: [
            (ScheduleTrigger.CatchUp.skip, 0), (.once, 1), (.all, 36),
        ] as [(ScheduleTrigger.CatchUp, Int)])
    func downtime(catchUp: ScheduleTrigger.CatchUp, caughtUp: Int) async throws {
        let job = job("*/5 * * * *") { $0.catchUp = catchUp }
        let store = store(job, at: start)
        // One after another, though all of them are due.
        let bench = SchedulerBench(at: start.advanced(minutes: 182), store: store, duration: .seconds(1))
        try await bench.run([job]) { await bench.pass(.seconds(100)) }
        #expect(bench.events.map(\.kind) == Array(repeating: .caughtUp, count: caughtUp))
        #expect(bench.started == bench.started.sorted())
        #expect(zip(bench.events, bench.events.dropFirst()).allSatisfy { $1.time - $0.time == .seconds(1) })
        let told = try #require(bench.logs("scheduled-times-missed").first)
        #expect(told.fields.contains(.init("missed", 36)))
        #expect(store.slots.count == (catchUp == .all ? 36 : caughtUp + 1))
    }

    @Test(
        "C20: a process that was stopped across slots does what a restarted one does",
        arguments:
            ScheduleTrigger.CatchUp.allCases)
    func stopped(catchUp: ScheduleTrigger.CatchUp) async throws {
        let job = job("*/5 * * * *") { $0.catchUp = catchUp }
        let stopped = MemoryStore()
        let bench = SchedulerBench(at: start, store: stopped)
        try await bench.run([job]) {
            // Both clocks go on, and nobody looks.
            bench.clock.advance(by: .seconds(3 * 3_600 + 120))
            await bench.quiet()
        }
        let restarted = store(job, at: start)
        let other = SchedulerBench(at: start.advanced(minutes: 182), store: restarted)
        try await other.run([job]) {}
        func plain(_ slots: [ScheduleSlot]) -> [String] {
            slots.map { "\($0.at) \($0.isCaughtUp) \($0.reason ?? "") \($0.others) \($0.state)" }
        }
        #expect(plain(stopped.slots) == plain(restarted.slots))
        #expect(!stopped.slots.isEmpty)
        #expect(bench.logs("clock-stepped").isEmpty)
    }

    @Test("C21: after a clock that was ten years ahead, the schedule goes on at once, and no slot fires twice")
    func wrongClock() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store)
        try await bench.run([job("*/5 * * * *")]) {
            await bench.pass(.seconds(360))
            bench.clock.step(by: .seconds(10 * 365 * 86_400))
            await bench.pass(.seconds(360))
            bench.clock.step(by: .seconds(-10 * 365 * 86_400 - 600))
            // The clock shows 00:02: 00:05 has fired, 00:10 has not.
            await bench.pass(.seconds(1_200))
        }
        #expect(bench.started.filter { $0 < start.advanced(minutes: 60) } == at(5, 10, 15, 20))
        #expect(Set(bench.started).count == bench.started.count)
        #expect(bench.logs("schedule-went-back").count == 1)
    }

    @Test("C21: the clock is looked at again every half minute, so a step forward is seen before its slots are late")
    func recheck() async throws {
        let bench = SchedulerBench(at: start)
        try await bench.run([job("0 3 * * *")]) {
            bench.clock.step(by: .seconds(3 * 3_600))
            await bench.pass(.seconds(30))
        }
        #expect(bench.events.map(\.kind) == [.fires])
    }
}
