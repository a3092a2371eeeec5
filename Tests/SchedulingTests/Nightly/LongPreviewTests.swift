import CompassTesting
import Diagnostics
import Glibc
import Pipelines
import Platform
import Schedules
import Testing

@testable import Scheduling

/// The preview beside years of the scheduler.
@Suite struct LongPreviewTests {
    private static let zones = [
        "UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo",
        "Africa/Cairo", "Pacific/Apia", "Africa/Casablanca", "Pacific/Chatham",
    ]

    /// Expressions of all kinds, those that fire rarely more often than not: each slot costs a turn of the scheduler.
    private static func expressions(_ count: Int) -> [(cron: String, zone: String)] {
        var random = SeededRandom(seed: 20_261_121)
        return (0..<count).map { number in
            let minute = ["0", "30", "15,45", "*/30", "59", "H", "20-22"].randomElement(using: &random) ?? "0"
            let hour = ["2", "3", "1-3", "*/6", "0", "23", "1,13", "2"].randomElement(using: &random) ?? "0"
            let day = ["*", "*", "1", "13", "*/2", "28-31", "L", "15W"].randomElement(using: &random) ?? "*"
            let month = ["*", "*", "3,10,11", "jan-jun", "*/3"].randomElement(using: &random) ?? "*"
            let weekday = ["*", "*", "sun", "mon-fri", "5", "fri#2"].randomElement(using: &random) ?? "*"
            let zone = zones[number % zones.count]
            return ("\(minute) \(hour) \(day) \(month) \(weekday)", zone)
        }
    }

    @Test("C23: the preview is what two years of the scheduler fire, slot by slot")
    func preview() async throws {
        let (start, end) = (try time("2025-01-01T00:00:00"), try time("2027-01-01T00:00:00"))
        var slots = 0
        for (cron, zone) in Self.expressions(Nightly.isOn ? 500 : 8) {
            let job: Scheduler.Job = job(cron, zone)
            let schedule: Schedule
            do {
                schedule = try job.trigger.schedule(ofPipeline: "p")
            } catch is CronError {
                continue
            }
            var expected: [Timestamp] = []
            var last = start
            while let next = schedule.next(after: last), next <= end {
                expected.append(next)
                last = next
            }
            let bench = SchedulerBench(at: start, longestWait: .seconds(1_000_000_000))
            try await bench.run([job]) { await bench.pass(end - start) }
            #expect(bench.started == expected, "\(cron) \(zone)")

            var simulated: [Timestamp] = []
            try ScheduleSimulation([job], from: start).run(until: end) { simulated.append($0.slot.at) }
            #expect(simulated == expected, "\(cron) \(zone)")
            slots += expected.count
        }
        #expect(slots > (Nightly.isOn ? 1_000 : 50))
    }

    @Test(
        "C24: over all changes of the clocks, many schedules log a bounded number of lines and never stand still")
    func flood() async throws {
        let count = Nightly.isOn ? 100 : 30
        let jobs = Self.expressions(count).enumerated().map { job($1.cron, $1.zone, of: "p\($0)") }
        // Both changes of most zones lie in these weeks.
        for week in ["2026-03-07", "2026-03-28", "2026-10-24", "2026-10-31"] {
            let start = try time(week)
            let bench = SchedulerBench(at: start, longestWait: .seconds(3_600))
            try await bench.run(jobs) { await bench.pass(.seconds(3 * 86_400)) }
            // One line a start, and nothing else is worth telling.
            #expect(bench.logs.count == bench.started.count)
            #expect(Set(bench.events.map { "\($0.slot.pipeline) \($0.slot.at)" }).count == bench.events.count)
            #expect(bench.events.count > count / 2 && bench.events.count < count * 3 * 48)
        }
    }
}
