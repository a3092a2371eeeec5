import Diagnostics
import Pipelines
import Platform
import Testing

@testable import Scheduling

/// Simulated years, and clocks that are set.
@Suite struct SchedulerVariantTests {
    private let start: Timestamp

    init() throws {
        start = try time("2026-01-01")
    }

    private func at(_ minutes: Int...) -> [Timestamp] { minutes.map { start.advanced(minutes: $0) } }

    @Test("C18: what the simulation shows is what the scheduler does", arguments: ScheduleTrigger.Overlap.allCases)
    func simulated(overlap: ScheduleTrigger.Overlap) async throws {
        let jobs = [
            job("*/2 * * * *") { $0.overlap = overlap },
            job("*/5 * * * *", of: "q") { ($0.overlap, $0.jitter) = (overlap, TimeSpan(milliseconds: 120_000)) },
        ]
        let bench = SchedulerBench(at: start, duration: .seconds(193))
        try await bench.run(jobs) { await bench.pass(.seconds(7_200)) }
        var simulation = try ScheduleSimulation(jobs, from: start)
        simulation.duration = .seconds(193)
        var expected: [SimulationEvent] = []
        try simulation.run(until: start.advanced(minutes: 120)) { event in
            if event.kind != .skipped { expected.append(event) }
        }
        func plain(_ events: [SimulationEvent]) -> [String] {
            events.map { "\($0.time) \($0.slot.pipeline) \($0.kind) \($0.slot.at)" }.sorted()
        }
        #expect(plain(bench.events) == plain(expected))
        #expect(expected.count > 40)
    }

    @Test("C21: the clock put forward by an hour and by ten years makes no storm; put back, nothing fires twice")
    func steps() async throws {
        let store = MemoryStore()
        let bench = SchedulerBench(at: start, store: store)
        try await bench.run([job("*/5 * * * *") { $0.catchUp = .once }]) {
            await bench.pass(.seconds(360))
            #expect(bench.started == at(5))
            bench.clock.step(by: .seconds(3_600))
            await bench.pass(.seconds(60))
            // 01:05 is in time, and makes up for those before it.
            #expect(bench.started.count <= 3)
            bench.clock.step(by: .seconds(-3_600))
            await bench.pass(.seconds(600))
            #expect(bench.started.count <= 3)
            bench.clock.step(by: .seconds(10 * 365 * 86_400))
            await bench.pass(.seconds(90))
            #expect(bench.started.count <= 5)
        }
        #expect(Set(bench.started).count == bench.started.count)
        #expect(
            bench.logs("clock-stepped").map(\.message) == [
                "The clock was put forward by 1h; scheduled times in between count as missed",
                "The clock was put back by 1h; scheduled times that were decided do not fire again",
                "The clock was put forward by 3650d; scheduled times in between count as missed",
            ])
        #expect(store.slots.count < 15)
    }
}
