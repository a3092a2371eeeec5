internal import Platform
internal import Schedules

/// What a change of the clocks does to a slot.
enum ClockChangeNote {
    /// nil: nothing.
    static func of(_ at: Timestamp, _ schedule: Schedule) -> String? {
        let zone = schedule.zone
        if case .overlap(_, let second) = zone.instants(of: zone.local(at: at)) {
            if at == second { return "this time comes twice that day; the second one" }
            let isTwice = schedule.next(after: second.advanced(by: .seconds(-1))) == second
            return "this time comes twice that day; the first one" + (isTwice ? "" : " counts")
        }
        let former = at.advanced(by: .seconds(-1))
        let gap = zone.offset(at: at) - zone.offset(at: former)
        guard gap > 0 else { return nil }
        // In a zone without rules the expression matches what the clocks show, and nothing else.
        let plain = Schedule(schedule.expression, in: .utc)
        let shown = at.advanced(by: .seconds(zone.offset(at: at)))
        let before = shown.advanced(by: .seconds(-1))
        guard plain.next(after: before) != shown,
            let missing = plain.last(atOrBefore: before, after: before.advanced(by: .seconds(-gap)))
        else { return nil }
        let local = TimeZone.utc.local(at: missing)
        return "there is no \(twoDigits(local.hour)):\(twoDigits(local.minute)) that day; right after the gap"
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
