import CompassTesting
import Platform
import Schedules
import Testing

/// What is computed, held against a clock that goes on minute by minute.
@Suite struct OracleTests {
    static let zoneNames = [
        "America/New_York", "Europe/Berlin", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia",
        "America/Sao_Paulo",
        "Asia/Beirut", "Africa/Cairo", "Africa/Casablanca", "America/Caracas", "Asia/Kathmandu", "America/St_Johns",
        "Pacific/Chatham", "Asia/Tehran", "Antarctica/Troll", "America/Havana", "Europe/Dublin", "Asia/Pyongyang",
        "America/Santiago",
    ]

    @Test("C1: days of the month and of the week agree with cronie's rule over four years")
    func dates() throws {
        var random = SeededRandom(seed: Soak.seed)
        for _ in 0..<(Soak.isLong ? 10_000 : 100) {
            let text = RandomExpressions.nextDate(&random)
            let range = 10_227..<(10_227 + 1_461)
            let oracle = CronieOracle(text, days: 0..<1_461)
            let expected = range.filter { oracle.hasDay($0 - OracleDays.first) }
            guard let expression = try? CronExpression(text, seed: "") else {
                // Only dates that never come are refused.
                try #require(expected.isEmpty, "\(text)")
                continue
            }
            let schedule = Schedule(expression, in: .utc)
            let found = Self.times(of: schedule, from: range.lowerBound * 86_400, to: range.upperBound * 86_400)
            try #require(found.map { $0 / 86_400 } == expected, "\(text)")
        }
    }

    @Test("C1, C8 to C12: around changes of clocks the times are those of a clock that goes on minute by minute")
    func changes() throws {
        var random = SeededRandom(seed: Soak.seed &+ 1)
        for dump in try ZoneDump.zones(Self.zoneNames) {
            let zone = try Schedules.TimeZone(named: dump.name)
            // Others may be too near to the ends of what the oracle knows.
            let changes = dump.starts.filter { $0 > 1_000_000_000 && $0 < 2_200_000_000 }
            for _ in 0..<(Soak.isLong ? 200 : 12) {
                let text = RandomExpressions.next(&random)
                guard let expression = try? CronExpression(text, seed: "") else { continue }
                let schedule = Schedule(expression, in: zone)
                let change = changes[random.below(changes.count)]
                let start = (change / 86_400 - 2) * 86_400
                try Self.compare(schedule, dump, from: start, to: start + 4 * 86_400)
            }
        }
    }

    /// Of schedules with many times the number is compared, and some two thousand of them; of most, in one zone, all.
    @Test("C1, C8 to C12: two years of 500 random schedules in 20 zones agree", .enabled(if: Soak.isLong))
    func years() throws {
        let dumps = try ZoneDump.zones(Self.zoneNames) + [.utc]
        let zones = try dumps.map { try Schedules.TimeZone(named: $0.name) }
        var random = SeededRandom(seed: Soak.seed &+ 2)
        var count = 0
        while count < 500 {
            let text = RandomExpressions.next(&random)
            guard let expression = try? CronExpression(text, seed: "") else { continue }
            // From a random day in 2000 to 2037.
            let start = (10_957 + random.below(13_500)) * 86_400
            let most = Schedule(expression, in: .utc)
                .count(after: Self.time(start), through: Self.time(start + 731 * 86_400))
            // What fires every second has too many times for two years.
            let end = start + (most > 1_100_000 ? 8 : 731) * 86_400
            let first = start / 86_400 - OracleDays.first
            let oracle = CronieOracle(text, days: (first - 3)..<(first + 735))
            for (index, (zone, dump)) in zip(zones, dumps).enumerated() {
                let expected = oracle.times(from: start, to: end, in: dump)
                let schedule = Schedule(expression, in: zone)
                let found = schedule.count(after: Self.time(start - 1), through: Self.time(end - 1))
                try #require(found == expected.count, "\(text) in \(dump.name) from \(start)")
                let step = index == count % zones.count && most < 100_000 ? 1 : max(1, expected.count / 2_000)
                for index in stride(from: 0, to: expected.count, by: step) {
                    let former = index == 0 ? start - 1 : expected[index - 1]
                    let next = schedule.next(after: Self.time(former))
                    if next == Self.time(expected[index]) { continue }
                    throw Disagreement(text: text, zone: dump.name, after: former, expected: expected[index])
                }
            }
            count += 1
        }
    }

    private struct Disagreement: Error {
        let text, zone: String
        let after, expected: Int
    }

    /// All that a schedule tells of a stretch of time.
    private static func compare(_ schedule: Schedule, _ dump: ZoneDump, from start: Int, to end: Int) throws {
        let text = schedule.expression.text
        let oracle = CronieOracle(text, days: (start / 86_400 - 10_229)..<(end / 86_400 - 10_225))
        let expected = oracle.times(from: start, to: end, in: dump)
        let found = times(of: schedule, from: start, to: end)
        try #require(found == expected, "\(text) in \(dump.name) from \(start)")
        try #require(
            schedule.count(after: time(start - 1), through: time(end - 1)) == expected.count,
            "\(text) in \(dump.name) from \(start)")
        // Backwards the same.
        var back: [Int] = []
        var bound = time(end - 1)
        while back.count < 300, let last = schedule.last(atOrBefore: bound, after: time(start - 1)) {
            back.append(Int(last.microseconds / 1_000_000))
            bound = Timestamp(microseconds: last.microseconds - 1)
        }
        try #require(back == Array(expected.reversed().prefix(300)), "\(text) in \(dump.name) from \(start)")
    }

    static func time(_ second: Int) -> Timestamp { Timestamp(microseconds: Int64(second) * 1_000_000) }

    /// From a second up to another one, which is left out.
    static func times(of schedule: Schedule, from start: Int, to end: Int) -> [Int] {
        var found: [Int] = []
        var time = time(start - 1)
        while let next = schedule.next(after: time), next.microseconds < Int64(end) * 1_000_000 {
            found.append(Int(next.microseconds / 1_000_000))
            time = next
        }
        return found
    }
}
