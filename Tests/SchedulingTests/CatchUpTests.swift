import Diagnostics
import Pipelines
import Platform
import Testing

@testable import Scheduling

/// What becomes of slots that were missed by little or by much, with every overlap.
@Suite struct CatchUpTests {
    private let start: Timestamp

    init() throws {
        start = try time("2026-01-01")
    }

    private func seconds(_ events: [SimulationEvent]) -> [Int] {
        events.map { Int(($0.slot.at - start).components.seconds) }
    }

    /// Stands still for ten seconds, from 00:00:05.5 on, with slots every second.
    private func stopped(
        _ catchUp: ScheduleTrigger.CatchUp, _ overlap: ScheduleTrigger.Overlap, duration: Duration = .milliseconds(10)
    ) async throws -> (bench: SchedulerBench, store: MemoryStore) {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store, duration: duration)
        try await bench.run([job("* * * * * *") { ($0.catchUp, $0.overlap) = (catchUp, overlap) }]) {
            await bench.pass(.milliseconds(5_500))
            bench.clock.advance(by: .seconds(10))
            await bench.quiet()
            await bench.pass(.milliseconds(400))
        }
        return (bench, store)
    }

    @Test(
        "C20: stopped for ten seconds, `all` starts every slot in order and skips none, with every overlap",
        arguments: ScheduleTrigger.Overlap.allCases)
    func all(overlap: ScheduleTrigger.Overlap) async throws {
        let (bench, store) = try await stopped(.all, overlap)
        #expect(seconds(bench.events).sorted() == Array(1...15))
        #expect(
            bench.events.filter { $0.kind == .caughtUp }.map(\.slot.at)
                == seconds(bench.events).sorted()[5..<14].map { start.advanced(by: .seconds($0)) })
        #expect(bench.events.count { $0.kind == .cancelled } == 0)
        #expect(store.slots.allSatisfy { $0.state != .skipped })
        // One after another, also with `allow`.
        let caughtUp = bench.events.filter { $0.kind == .caughtUp }
        #expect(zip(caughtUp, caughtUp.dropFirst()).allSatisfy { $1.time - $0.time == .milliseconds(10) })
        let newest = try #require(bench.events.first { $0.slot.at == start.advanced(by: .seconds(15)) })
        let wait: Duration = overlap == .allow ? .zero : .milliseconds(90)
        #expect(newest.time == start.advanced(by: .milliseconds(15_500) + wait))
    }

    @Test("C20: stopped for ten seconds, `once` starts one slot for all", arguments: ScheduleTrigger.Overlap.allCases)
    func once(overlap: ScheduleTrigger.Overlap) async throws {
        let (bench, store) = try await stopped(.once, overlap)
        #expect(seconds(bench.events) == [1, 2, 3, 4, 5, 15])
        #expect(bench.events.allSatisfy { $0.kind == .fires })
        let skipped = store.slots.filter { $0.state == .skipped }
        #expect(skipped.map(\.reason) == ["missed, a later one makes up for it"])
        #expect(skipped.map(\.others) == [8])
        let told = try #require(bench.logs("scheduled-times-missed").first)
        #expect(told.fields.contains(.init("missed", 9)) && told.fields.contains(.init("caught-up", 1)))
    }

    @Test(
        "C20: stopped for ten seconds, `skip` starts the newest slot alone, also with `allow`",
        arguments: ScheduleTrigger.Overlap.allCases)
    func skip(overlap: ScheduleTrigger.Overlap) async throws {
        let (bench, store) = try await stopped(.skip, overlap)
        #expect(seconds(bench.events) == [1, 2, 3, 4, 5, 15])
        let skipped = store.slots.filter { $0.state == .skipped }
        #expect(skipped.map(\.reason) == ["missed"])
        #expect(skipped.map(\.others) == [8])
    }

    @Test("C18: a slot is only skipped as `still running` while something runs")
    func stillRunning() async throws {
        let (bench, store) = try await stopped(.skip, .skip, duration: .seconds(30))
        #expect(seconds(bench.events) == [1])
        #expect(store.slots.last?.reason == "still running")
        #expect(store.slots.filter { $0.reason == "missed" }.map(\.others) == [8])
    }

    private func simulate(
        _ cron: String, _ catchUp: ScheduleTrigger.CatchUp, _ overlap: ScheduleTrigger.Overlap = .skip,
        duration: Duration, down: (String, String), to end: String
    ) throws -> [SimulationEvent] {
        var simulation = try ScheduleSimulation(
            [job(cron) { ($0.catchUp, $0.overlap) = (catchUp, overlap) }], from: start)
        simulation.duration = duration
        simulation.outages = [try time(down.0)..<time(down.1)]
        var events: [SimulationEvent] = []
        try simulation.run(until: try time(end)) { events.append($0) }
        return events
    }

    @Test("C19: after days, the slot at hand starts behind those that are caught up; with `once` it is the one start")
    func atHand() throws {
        let down = ("2026-01-01T04:00", "2026-01-05T03:00:20")
        let all = try simulate("0 3 * * *", .all, duration: .seconds(1_800), down: down, to: "2026-01-06")
        #expect(all.map(\.kind) == [.fires, .caughtUp, .caughtUp, .caughtUp, .fires])
        #expect(all.last?.slot.at == (try time("2026-01-05T03:00")))
        #expect(all.last?.time == (try time("2026-01-05T04:30:20")))
        let once = try simulate("0 3 * * *", .once, duration: .seconds(1_800), down: down, to: "2026-01-06")
        #expect(once.map(\.kind) == [.fires, .skipped, .fires])
        #expect(once.last?.slot.at == (try time("2026-01-05T03:00")))
        #expect(once.last?.time == (try time("2026-01-05T03:00:20")))
    }

    @Test("C18: with `replace`, slots wait behind what is caught up, and only the latest of them")
    func replace() throws {
        let events = try simulate(
            "* * * * *", .all, .replace, duration: .seconds(90),
            down: ("2026-01-01T00:01:30", "2026-01-01T00:04:10"), to: "2026-01-01T00:09:10")
        let lines = events.map { "\($0.kind) \(Int(($0.slot.at - start).components.seconds) / 60)" }
        #expect(
            lines == [
                // The slot 4 ends 1, and waits behind 2 and 3.
                "fires 1", "cancelled 1", "caughtUp 2", "skipped 4", "caughtUp 3", "skipped 5", "skipped 6", "fires 7",
                "cancelled 7", "fires 8", "cancelled 8", "fires 9",
            ], "\(lines)")
    }
}
