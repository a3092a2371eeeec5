import Pipelines
import Platform
import Schedules
import Synchronization
import Testing

@testable import Scheduling

@Suite struct DeciderTests: DeciderSuite {
    @Test("C17: jitter stays between 0 and its bound, is spread evenly, and is the same at every look")
    func jitter() throws {
        let decider = try decider("0 * * * *") { $0.jitter = TimeSpan(milliseconds: 600_000) }
        var bins = [Int](repeating: 0, count: 10)
        var at = try time("2026-01-01")
        for _ in 0..<10_000 {
            at = try #require(decider.times.next(after: at))
            let delay = decider.delay(of: at)
            #expect(delay >= .zero && delay < .seconds(600))
            #expect(delay == decider.delay(of: at))
            bins[Int(delay.components.seconds) / 60] += 1
        }
        // Chi-square of nine degrees of freedom: 27.9 is passed once in a thousand times, and these are fixed numbers.
        let chi = bins.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) / 1_000 }
        #expect(chi < 27.9, "\(bins)")
    }

    @Test(
        "C18: what is decided of a slot while another one goes on",
        arguments: [
            (ScheduleTrigger.Overlap.allow, true, true, nil),
            (.skip, false, false, nil), (.skip, true, false, "still running"),
            (.queue, true, false, nil), (.queue, true, true, "one waits already"), (.replace, true, true, nil),
        ] as [(ScheduleTrigger.Overlap, Bool, Bool, String?)])
    func overlap(overlap: ScheduleTrigger.Overlap, busy: Bool, waiting: Bool, reason: String?) throws {
        let decision = try decide(
            decider("* * * * *") { $0.overlap = overlap }, from: "2026-01-01T00:00", at: "2026-01-01T00:01",
            busy: busy, waiting: waiting)
        #expect(decision.slots.map(\.reason) == [reason])
        #expect(decision.slots.map(\.state) == [reason == nil ? .claimed : .skipped])
        #expect(decision.position == (try time("2026-01-01T00:01")))
    }

    @Test(
        "C18: of several slots that are due at once the newest is on time, and the others are missed, however near",
        arguments: ScheduleTrigger.Overlap.allCases)
    func burst(overlap: ScheduleTrigger.Overlap) throws {
        let decision = try decide(
            decider("*/15 * * * * *") { $0.overlap = overlap }, from: "2026-01-01T00:00:00", at: "2026-01-01T00:00:45")
        #expect(decision.slots.map { $0.reason ?? "" } == ["missed", ""])
        #expect(decision.slots.map(\.others) == [1, 0])
        #expect(decision.missed == 2)
    }

    @Test(
        "C19: with `all`, what is missed is claimed for every overlap, and so is the one on time behind it",
        arguments: ScheduleTrigger.Overlap.allCases, [false, true])
    func allOfBurst(overlap: ScheduleTrigger.Overlap, busy: Bool) throws {
        let decider = try decider("*/15 * * * * *") { ($0.overlap, $0.catchUp) = (overlap, .all) }
        let decision = try decide(
            decider, from: "2026-01-01T00:00:00", at: "2026-01-01T00:00:45", busy: busy, waiting: busy)
        #expect(decision.slots.map(\.state) == [.claimed, .claimed, .claimed])
        #expect(decision.slots.map(\.isCaughtUp) == [true, true, false])
    }

    @Test(
        "C19: three hours down on */5: skip 0, once 1, all 36, capped at the newest",
        arguments: [
            (ScheduleTrigger.CatchUp.skip, nil, 0, 35), (.once, nil, 1, 34), (.all, nil, 36, nil), (.all, 10, 10, 25),
        ] as [(ScheduleTrigger.CatchUp, Int?, Int, Int?)])
    func downtime(catchUp: ScheduleTrigger.CatchUp, limit: Int?, claimed: Int, others: Int?) throws {
        let decider = try decider("*/5 * * * *") { trigger in
            (trigger.catchUp, trigger.catchUpLimit) = (catchUp, limit)
        }
        // Down from after 00:00 to 03:02: 00:05 to 03:00 are missed.
        let decision = try decide(decider, from: "2026-01-01T00:00", at: "2026-01-01T03:02")
        #expect(decision.claimed.count == claimed)
        #expect(decision.claimed.allSatisfy { $0.isCaughtUp && $0.startsAt == $0.decidedAt })
        #expect(decision.claimed.last.map(\.at) == (claimed > 0 ? try time("2026-01-01T03:00") : nil))
        #expect(decision.skipped.map(\.others) == (others.map { [$0] } ?? []))
        #expect(decision.skipped.allSatisfy { $0.reason == "missed" })
        #expect(decision.missed == 36)
        #expect(decision.slots.map(\.at) == decision.slots.map(\.at).sorted())
    }

    @Test("a slot that is decided within a minute of its time is not missed")
    func grace() throws {
        let decider = try decider("0 3 * * *")
        let inTime = try decide(decider, from: "2026-01-01", at: "2026-01-01T03:01:00")
        #expect(inTime.claimed.map(\.isCaughtUp) == [false])
        let late = try decide(decider, from: "2026-01-01", at: "2026-01-01T03:01:01")
        #expect(late.slots.map(\.reason) == ["missed"])
    }

    @Test("C21: with the clock back by up to three hours slots wait; further back, the position follows")
    func back() throws {
        let decider = try decider("*/5 * * * *")
        let little = try decide(decider, from: "2026-01-01T03:00", at: "2026-01-01T00:30")
        #expect(little == SlotDecision(position: try time("2026-01-01T03:00")))
        let far = try decide(decider, from: "2036-01-01", at: "2026-01-01")
        #expect(far == SlotDecision(position: try time("2026-01-01"), goesBack: true))
    }
}
