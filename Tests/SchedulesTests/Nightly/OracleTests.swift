import CompassTesting
import Platform
import Schedules
import Testing

/// What is computed, held against a clock that goes on minute by minute.
@Suite struct OracleTests {
    static let zoneNames = [
        "America/New_York", "Europe/Berlin", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia",
        "America/Sao_Paulo",
        "Asia/Beirut", "Africa/Cairo", "Africa/Casablanca", "America/Caracas", "America/St_Johns",
        "Pacific/Chatham", "Asia/Tehran", "Antarctica/Troll", "America/Havana", "Europe/Dublin", "Asia/Pyongyang",
        "America/Santiago",
    ]

    @Test("C1: days of the month and of the week agree with cronie's rule over four years")
    func dates() throws {
        var random = SeededRandom(seed: Nightly.seed)
        for _ in 0..<(Nightly.isOn ? 10_000 : 30) {
            let text = RandomExpressions.nextDate(&random)
            let range = 10_227..<(10_227 + 1_461)
            let oracle = CronieOracle(text, days: range)
            let expected = range.filter(oracle.hasDay)
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
        var random = SeededRandom(seed: Nightly.seed &+ 1)
        for dump in try ZoneDump.zones(Self.zoneNames) {
            let zone = try Schedules.TimeZone(named: dump.name)
            // Others may be too near to the ends of what the oracle knows.
            let changes = dump.starts.filter { $0 > 1_000_000_000 && $0 < 2_200_000_000 }
            for _ in 0..<(Nightly.isOn ? 200 : 4) {
                let text = RandomExpressions.next(&random)
                guard let expression = try? CronExpression(text, seed: "") else { continue }
                let schedule = Schedule(expression, in: zone)
                let change = changes[random.below(changes.count)]
                let start = (change / 86_400 - 2) * 86_400
                let range = start..<(start + 4 * 86_400)
                let oracle = CronieOracle(text, days: ZoneMinutes.days(range))
                var comparison = Comparison(schedule, oracle, ZoneMinutes(dump, range))
                try comparison.run(back: 300, &random)
            }
        }
    }

    /// Every time of every schedule, in as many zones as the number of its times allows: in all of them if it has few, in
    /// one if it has many. The zones take turns, so each has many schedules. Without soak some of those that fire rarely.
    @Test("C1, C8 to C12: two years of 500 random schedules in 20 zones agree, time by time")
    func years() throws {
        let dumps = try ZoneDump.zones(Self.zoneNames) + [.utc, .kathmandu]
        let zones = try dumps.map { try Schedules.TimeZone(named: $0.name) }
        var random = SeededRandom(seed: Nightly.seed &+ 2)
        var tally = Comparison.Tally()
        #expect(zones.count == 20)
        var pairs = [Int](repeating: 0, count: zones.count)
        let clock = ContinuousClock.now
        for round in 0..<(Nightly.isOn ? 500 / zones.count : 1) {
            // From a random day in 2000 to 2037.
            let start = (10_957 + random.below(13_500)) * 86_400
            let range = start..<(start + 731 * 86_400)
            var candidates: [(expression: CronExpression, oracle: CronieOracle, size: Int)] = []
            while candidates.count < zones.count {
                let text = RandomExpressions.next(&random)
                guard let expression = try? CronExpression(text, seed: "") else { continue }
                let oracle = CronieOracle(text, days: ZoneMinutes.days(range))
                candidates.append((expression, oracle, oracle.size))
            }
            for (index, (zone, dump)) in zip(zones, dumps).enumerated() {
                let minutes = ZoneMinutes(dump, range)
                for (number, (expression, oracle, size)) in candidates.enumerated() {
                    let share = Nightly.isOn ? max(1, Self.most / max(1, size)) : size < 20_000 ? 1 : 0
                    guard (index + number + round) % zones.count < share else { continue }
                    var comparison = Comparison(Schedule(expression, in: zone), oracle, minutes)
                    try comparison.run(back: 2_000, &random)
                    tally += comparison.tally
                    pairs[index] += 1
                }
            }
        }
        print(
            "oracle: \(tally.times) times of \(tally.pairs) pairs of schedule and zone compared one by one, "
                + "\(tally.lasts) looked for backwards, \(tally.counts) stretches counted; at least "
                + "\(pairs.min() ?? 0) schedules in each of \(zones.count) zones, in "
                + "\((ContinuousClock.now - clock).components.seconds) s")
        #expect(tally.times > 1_000)
        #expect(!Nightly.isOn || pairs.allSatisfy { $0 >= 500 / zones.count })
    }

    /// So many times of a schedule are compared, in all zones together, and those of one zone in any case.
    private static let most = 400_000

    /// From a second up to another one, which is left out.
    static func times(of schedule: Schedule, from start: Int, to end: Int) -> [Int] {
        var found: [Int] = []
        var time = Comparison.time(start - 1)
        while let next = schedule.next(after: time), next.microseconds < Int64(end) * 1_000_000 {
            found.append(Int(next.microseconds / 1_000_000))
            time = next
        }
        return found
    }
}
