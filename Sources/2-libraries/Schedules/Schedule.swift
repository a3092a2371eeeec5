public import Platform

/// The times of a schedule in a zone. Pure: it looks at no clock.
///
/// Day-light saving as cronie: an expression whose minute or hour text starts with `*` keeps its real intervals; every
/// other one fires once in a repeated hour, the first time, and right after the gap where its time does not exist.
/// Several times in one gap make one; a field for seconds changes nothing about it.
public struct Schedule: Sendable, Hashable {
    /// At which local times it is due.
    public let expression: CronExpression
    /// Whose local times they are.
    public let zone: TimeZone

    public init(_ expression: CronExpression, in zone: TimeZone) {
        self.expression = expression
        self.zone = zone
    }

    /// The first time that is strictly later than `time`; whole seconds. nil: there is none before the year 2500.
    public func next(after time: Timestamp) -> Timestamp? {
        let second = max(time.wholeSeconds, Self.beginning)
        guard second < Self.end, let next = isInterval ? nextInterval(after: second) : nextFixed(after: second),
            next < Self.end
        else { return nil }
        return Timestamp(seconds: next)
    }

    /// The last time at or before `time` and after `bound`; nil: none. Takes no longer for long spans than for short
    /// ones.
    public func last(atOrBefore time: Timestamp, after bound: Timestamp) -> Timestamp? {
        let bound = max(bound.wholeSeconds, Self.beginning)
        let second = min(time.wholeSeconds, Self.end - 1)
        guard second > bound,
            let last = isInterval ? lastInterval(upTo: second, after: bound) : lastFixed(upTo: second), last > bound
        else { return nil }
        return Timestamp(seconds: last)
    }

    /// How many times there are after `bound`, up to and including `time`. Takes a step for each month between them.
    public func count(after bound: Timestamp, through time: Timestamp) -> Int {
        let first = max(bound.wholeSeconds, Self.beginning) + 1
        let end = min(time.wholeSeconds + 1, Self.end)
        guard first < end else { return 0 }
        return isInterval ? countInterval(in: first..<end) : countFixed(in: first..<end)
    }

    private var isInterval: Bool { expression.isInterval }

    /// The first second of the year 1.
    private static let beginning = Gregorian.days(year: 1, month: 1, day: 1) * Gregorian.secondsOfDay
    /// The first second of the year 2500.
    private static let end = Gregorian.days(year: 2_500, month: 1, day: 1) * Gregorian.secondsOfDay
}

/// Fixed jobs follow a clock that stands still while the zone's clocks repeat an hour, and jumps with them over a gap:
/// the latest local time that has ever been shown. A time of the schedule fires when that clock reaches or passes it.
extension Schedule {
    func nextFixed(after second: Int) -> Int? {
        expression.table.next(from: zone.rules.latestLocal(at: second) + 1).map(zone.rules.firstSecond(reaching:))
    }

    func lastFixed(upTo second: Int) -> Int? {
        expression.table.previous(from: zone.rules.latestLocal(at: second)).map(zone.rules.firstSecond(reaching:))
    }

    func countFixed(in range: Range<Int>) -> Int {
        let rules = zone.rules
        let (start, last) = (range.lowerBound, range.upperBound - 1)
        var count = count(after: rules.latestLocal(at: start - 1), through: rules.latestLocal(at: last))
        var stretch = rules.stretch(at: last)
        while rules.starts[stretch] >= start {
            let change = rules.starts[stretch]
            let fired = self.count(after: rules.latestLocal(at: change - 1), through: rules.latestLocal(at: change))
            count -= max(0, fired - 1)
            stretch -= 1
        }
        return count
    }

    /// In local time.
    private func count(after: Int, through: Int) -> Int { expression.table.count(in: (after + 1)..<(through + 1)) }
}

/// Interval jobs follow the zone's clocks as they are shown: twice through a repeated hour, not at all through a gap.
extension Schedule {
    func nextInterval(after second: Int) -> Int? {
        let (rules, table) = (zone.rules, expression.table)
        var stretch = rules.stretch(at: second + 1)
        var from = second + 1 + rules.offsets[stretch]
        var found = table.next(from: from)
        while let local = found {
            let second = local - rules.offsets[stretch]
            if second < rules.end(of: stretch) { return second }
            stretch += 1
            let start = rules.starts[stretch] + rules.offsets[stretch]
            // From `from` up to `local` there is nothing; so it need not be looked for again.
            if start < from || start > local {
                from = start
                found = table.next(from: from)
            }
        }
        return nil
    }

    func lastInterval(upTo second: Int, after bound: Int) -> Int? {
        let (rules, table) = (zone.rules, expression.table)
        var stretch = rules.stretch(at: second)
        var local = second + rules.offsets[stretch]
        while true {
            if let found = table.previous(from: local), found - rules.offsets[stretch] >= rules.starts[stretch] {
                return found - rules.offsets[stretch]
            }
            guard stretch > 0, rules.starts[stretch] > bound else { return nil }
            stretch -= 1
            local = rules.starts[stretch + 1] - 1 + rules.offsets[stretch]
        }
    }

    func countInterval(in range: Range<Int>) -> Int {
        let (rules, table) = (zone.rules, expression.table)
        var count = 0
        var stretch = rules.stretch(at: range.lowerBound)
        while stretch < rules.starts.count, rules.starts[stretch] < range.upperBound {
            let start = max(range.lowerBound, rules.starts[stretch])
            let end = min(range.upperBound, rules.end(of: stretch))
            count += table.count(in: (start + rules.offsets[stretch])..<(end + rules.offsets[stretch]))
            stretch += 1
        }
        return count
    }
}
