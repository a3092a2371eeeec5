import CompassTesting
import Diagnostics
import Glibc
import Pipelines
import Platform
import Schedules
import Testing

@testable import Scheduling

@Suite struct PreviewTests {
    @Test("C24: a run that hangs is told once, whatever it keeps from starting")
    func hanging() async throws {
        let start = try time("2026-01-01")
        let bench = SchedulerBench(at: start, duration: .seconds(86_400))
        try await bench.run([job("* * * * *")]) { await bench.pass(.seconds(3_600)) }
        #expect(bench.logs("scheduled-time-skipped").count { $0.level != .debug } == 1)
        #expect(bench.logs("scheduled-time-skipped").count == 59)
    }

    @Test("C24: the simulation counts a decade of downtime in a row, and ends where nothing comes any more")
    func simulation() throws {
        var simulation = try ScheduleSimulation(
            [job("* * * * *") { $0.catchUp = .once }], from: try time("2016-01-01"))
        simulation.outages = [try time("2016-01-01T00:01:30")..<time("2026-01-01T00:00:30")]
        var events: [SimulationEvent] = []
        try simulation.run(until: try time("2026-01-01T00:01:30")) { events.append($0) }
        #expect(events.map(\.kind) == [.fires, .skipped, .fires, .fires])
        // 3,653 days of minutes, less the one before, the one that makes up for all, and the one that the row is of.
        #expect(events[1].slot.others == 3_653 * 1_440 - 3)
        #expect(events[1].slot.reason == "missed, a later one makes up for it")
    }

    @Test("C24: a simulation tells what happens in the order of time, and what happens at once in that of the slots")
    func order() throws {
        let jobs = [
            job("* * * * *", of: "b") { ($0.catchUp, $0.jitter) = (.all, TimeSpan(milliseconds: 60_000)) },
            job("*/2 * * * *", of: "a") { ($0.catchUp, $0.overlap) = (.all, .replace) },
        ]
        var simulation = try ScheduleSimulation(jobs, from: try time("2026-01-01"))
        simulation.duration = .seconds(70)
        simulation.outages = [
            try time("2026-01-01T00:02:10")..<time("2026-01-01T00:05"),
            try time("2026-01-01T00:05")..<time("2026-01-01T00:08"),
        ]
        var events: [SimulationEvent] = []
        try simulation.run(until: try time("2026-01-01T00:20")) { events.append($0) }
        #expect(events.count > 20)
        #expect(zip(events, events.dropFirst()).allSatisfy { ($0.time, $0.slot.at) <= ($1.time, $1.slot.at) })
    }
}
