import CompassTesting
import Platform
import Schedules

/// A schedule in a zone, held against the oracle over a stretch of time.
struct Comparison {
    struct Disagreement: Error {
        let text, zone: String
        let what: String
        let after: Int
        let expected, found: Int?
    }

    /// What was compared.
    struct Tally {
        var pairs = 0
        /// Times, one by one.
        var times = 0
        /// Times that were looked for backwards, and stretches that were counted.
        var lasts = 0
        var counts = 0

        static func += (left: inout Tally, right: Tally) {
            left.pairs += right.pairs
            left.times += right.times
            left.lasts += right.lasts
            left.counts += right.counts
        }
    }

    let schedule: Schedule
    let zone: ZoneMinutes
    let firings: [CronieOracle.Firing]
    /// How many times there are before each minute of `firings`, and in all.
    private let sums: [Int]
    private(set) var tally = Tally()

    init(_ schedule: Schedule, _ oracle: CronieOracle, _ zone: ZoneMinutes) {
        self.schedule = schedule
        self.zone = zone
        firings = oracle.firings(in: zone)
        var sums = [0]
        sums.reserveCapacity(firings.count + 1)
        for firing in firings { sums.append(sums[sums.count - 1] + firing.seconds.nonzeroBitCount) }
        self.sums = sums
    }

    var count: Int { sums[firings.count] }

    /// - Parameter back: how many times, from the last one on, are looked for backwards.
    mutating func run(back: Int, _ random: inout SeededRandom) throws {
        try forwards()
        try backwards(back)
        try anywhere(&random)
        tally.pairs += 1
    }

    private var start: Int { zone.range.lowerBound }
    private var end: Int { zone.range.upperBound }

    private mutating func forwards() throws {
        var time = Self.time(start - 1)
        for firing in firings {
            var rest = firing.seconds
            while rest != 0 {
                let expected = Self.time(firing.minute * 60 + rest.trailingZeroBitCount)
                let next = schedule.next(after: time)
                if next != expected { throw disagreement("next", time, expected, next) }
                time = expected
                rest &= rest - 1
            }
        }
        if let next = schedule.next(after: time), next < Self.time(end) { throw disagreement("next", time, nil, next) }
        tally.times += count
    }

    private mutating func backwards(_ most: Int) throws {
        var bound = Self.time(end - 1)
        var left = most
        for firing in firings.reversed() {
            var rest = firing.seconds
            while rest != 0 {
                if left == 0 { return }
                left -= 1
                let second = 63 - rest.leadingZeroBitCount
                let expected = Self.time(firing.minute * 60 + second)
                let last = schedule.last(atOrBefore: bound, after: Self.time(start - 1))
                if last != expected { throw disagreement("last", bound, expected, last) }
                bound = Timestamp(microseconds: expected.microseconds - 1)
                rest &= ~(1 << UInt64(second))
                tally.lasts += 1
            }
        }
        if let last = schedule.last(atOrBefore: bound, after: Self.time(start - 1)) {
            throw disagreement("last", bound, nil, last)
        }
    }

    /// `count` of the whole and between any two seconds, `last` at any second, and around every change of clocks.
    private mutating func anywhere(_ random: inout SeededRandom) throws {
        var seconds = [start - 1, end - 1]
        for change in zone.changes { seconds += [change - 3_600, change - 1, change, change + 3_599] }
        for _ in 0..<40 { seconds.append(start + random.below(end - start)) }
        seconds = seconds.filter { $0 >= start - 1 && $0 < end }.sorted()
        for (number, second) in seconds.enumerated() {
            let expected = last(upTo: second)
            let last = schedule.last(atOrBefore: Self.time(second), after: Self.time(start - 1))
            if last != expected { throw disagreement("last", Self.time(second), expected, last) }
            for bound in [start - 1, seconds[random.below(number + 1)]] {
                let expected = sum(upTo: second) - sum(upTo: bound)
                let count = schedule.count(after: Self.time(bound), through: Self.time(second))
                if count != expected { throw disagreement("count", Self.time(bound), expected, count) }
                tally.counts += 1
            }
            tally.lasts += 1
        }
    }

    /// How many minutes of `firings` begin before or at a second.
    private func index(upTo second: Int) -> Int {
        var (low, high) = (0, firings.count)
        while low < high {
            let middle = (low + high) / 2
            if firings[middle].minute * 60 <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sum(upTo second: Int) -> Int {
        let index = index(upTo: second)
        guard index > 0 else { return 0 }
        return sums[index - 1] + seconds(of: index - 1, upTo: second).nonzeroBitCount
    }

    private func last(upTo second: Int) -> Timestamp? {
        let index = index(upTo: second)
        for index in [index - 1, index - 2] where index >= 0 {
            let seconds = seconds(of: index, upTo: second)
            if seconds != 0 { return Self.time(firings[index].minute * 60 + 63 - seconds.leadingZeroBitCount) }
        }
        return nil
    }

    /// The seconds of a minute of `firings` that are not later than one.
    private func seconds(of index: Int, upTo second: Int) -> UInt64 {
        let rest = second - firings[index].minute * 60
        return rest >= 59 ? firings[index].seconds : firings[index].seconds & ((2 << UInt64(rest)) - 1)
    }

    private func disagreement(
        _ what: String, _ after: Timestamp, _ expected: Timestamp?, _ found: Timestamp?
    ) -> Disagreement {
        disagreement(what, after, expected.map(Self.second), found.map(Self.second))
    }

    private func disagreement(_ what: String, _ after: Timestamp, _ expected: Int?, _ found: Int?) -> Disagreement {
        Disagreement(
            text: schedule.expression.text, zone: zone.zone.name, what: what, after: Self.second(after),
            expected: expected, found: found)
    }

    static func time(_ second: Int) -> Timestamp { Timestamp(microseconds: Int64(second) * 1_000_000) }

    private static func second(_ time: Timestamp) -> Int { Int(time.microseconds / 1_000_000) }
}
