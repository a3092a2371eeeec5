import Pipelines
import Platform
import Schedules
import Synchronization
import Testing

@testable import Scheduling

/// Long downtimes, and further bursts.
@Suite struct DeciderVariantTests: DeciderSuite {
    @Test("C17: jitter never delays to the next slot, and the slot records when it starts")
    func jitterBound() throws {
        let decider = try decider("* * * * *") { $0.jitter = TimeSpan(milliseconds: 3_600_000) }
        var at = try time("2026-01-01")
        for _ in 0..<1_000 {
            let next = try #require(decider.times.next(after: at))
            let slot = try #require(decider.decide(after: at, at: next, .init()).slots.first)
            #expect(slot.at == next)
            let startsAt = try #require(slot.startsAt)
            #expect(startsAt >= next && startsAt < next.advanced(minutes: 1))
            at = next
        }
        #expect(try self.decider("* * * * *").delay(of: at) == .zero)
    }

    @Test(
        "C19: with `once`, a newest slot that is on time makes up for those before it, also if something runs",
        arguments: ScheduleTrigger.Overlap.allCases, [false, true])
    func onceOfBurst(overlap: ScheduleTrigger.Overlap, busy: Bool) throws {
        let decider = try decider("*/15 * * * * *") { ($0.overlap, $0.catchUp) = (overlap, .once) }
        let decision = try decide(
            decider, from: "2026-01-01T00:00:00", at: "2026-01-01T00:00:45", busy: busy, waiting: busy)
        #expect(decision.slots.map(\.reason) == ["missed, a later one makes up for it", nil])
        #expect(decision.slots.map(\.others) == [1, 0])
        #expect(decision.claimed.map(\.isCaughtUp) == [false])
    }

    @Test("C19: a limit of `all` counts the missed ones, and the one on time comes on top")
    func limitOfBurst() throws {
        let decider = try decider("* * * * * *") { ($0.catchUp, $0.catchUpLimit) = (.all, 3) }
        let decision = try decide(decider, from: "2026-01-01T00:00:05", at: "2026-01-01T00:00:15")
        #expect(decision.slots.map(\.isCaughtUp) == [false, true, true, true, false])
        #expect(decision.slots.first?.others == 5)
        #expect(decision.missed == 9)
    }

    @Test(
        "C19: ten years down cost one row and a few looks at the schedule, however often it fires",
        arguments: [
            "* * * * *", "* * * * * *", "0 3 29 2 *",
        ])
    func tenYears(cron: String) throws {
        let schedule = try job(cron).trigger.schedule(ofPipeline: "p")
        let counted = CountedTimes(schedule)
        let decider = SlotDecider(
            key: job(cron).key, times: counted, rules: SlotRules(job(cron) { $0.catchUp = .once }.trigger))
        let decision = try decide(decider, from: "2016-01-01", at: "2026-01-01T00:02:30")
        #expect(decision.slots.count == 2)
        #expect(decision.claimed.count == 1)
        let all = schedule.count(after: try time("2016-01-01"), through: try time("2026-01-01T00:02:30"))
        #expect(decision.missed + decision.claimed.count { !$0.isCaughtUp } == all)
        #expect(decision.skipped.first?.others == all - 2)
        #expect(counted.looks < 80)
    }
}

/// Counts how often it is asked.
private final class CountedTimes: SlotTimes {
    private let schedule: Schedule
    private let count = Mutex(0)

    init(_ schedule: Schedule) {
        self.schedule = schedule
    }

    var looks: Int { count.withLock { $0 } }

    func next(after time: Timestamp) -> Timestamp? {
        count.withLock { $0 += 1 }
        return schedule.next(after: time)
    }

    func last(atOrBefore time: Timestamp, after bound: Timestamp) -> Timestamp? {
        count.withLock { $0 += 1 }
        return schedule.last(atOrBefore: time, after: bound)
    }

    func count(after bound: Timestamp, through time: Timestamp) -> Int {
        count.withLock { $0 += 1 }
        return schedule.count(after: bound, through: time)
    }
}
