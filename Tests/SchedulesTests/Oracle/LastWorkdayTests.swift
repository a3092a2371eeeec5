import Platform
import Schedules
import Testing

/// `L-3W` held against a search through every day of every month of 48 years.
@Suite struct LastWorkdayTests {
    @Test("C15: `L-3W` is the workday nearest to three days before the last one, in each month", arguments: 1...30)
    func everyMonth(back: Int) throws {
        let expected = Self.expected(back: back)
        let schedule = Schedule(try CronExpression("0 0 L-\(back)W * *", seed: ""), in: .utc)
        var time = Timestamp(microseconds: Int64(OracleDays.first) * 86_400_000_000 - 1)
        let end = Timestamp(microseconds: Int64(OracleDays.first + OracleDays.all.count) * 86_400_000_000)
        var found: [Int] = []
        while let next = schedule.next(after: time), next < end {
            found.append(Int(next.microseconds / 86_400_000_000))
            time = next
        }
        #expect(found == expected)
    }

    /// Quartz's documentation: the nearest weekday, which never jumps over the boundary of the month.
    @Test(
        "C15: `L-3W` at the ends of weeks and months",
        arguments: [
            // 28 February 2026 is a Saturday.
            ("0 0 L-3W 2 *", "2026-02-25"), ("0 0 l-6w 2 *", "2026-02-23"), ("0 0 L-7W 2 *", "2026-02-20"),
            // The first of them is a Sunday: the Monday behind it, and never the Friday of January.
            ("0 0 L-27W 2 *", "2026-02-02"),
            // 31 January 2026 is a Saturday.
            ("0 0 LW 1 *", "2026-01-30"), ("0 0 L-29W 1 *", "2026-01-02"), ("0 0 L-28W 1 *", "2026-01-02"),
            // 30 August 2026 is a Sunday, and the Monday behind it still in the month.
            ("0 0 L-1W 8 *", "2026-08-31"), ("0 0 L-30W 8 *", "2026-08-03"),
        ])
    func known(cron: String, day: String) throws {
        #expect(
            try SchedulesTests.times(cron, from: "2026-01-01", count: 1, through: "2026-12-31") == ["\(day)T00:00:00Z"])
    }

    /// The days since 1970 that a plain search finds: from the wanted day outwards, the first that is a workday of the month.
    private static func expected(back: Int) -> [Int] {
        OracleDays.all.enumerated().compactMap { index, day in
            guard day.day == day.length - back else { return nil }
            for distance in 0...3 {
                for other in [index - distance, index + distance] where OracleDays.all.indices.contains(other) {
                    let candidate = OracleDays.all[other]
                    let isSameMonth = candidate.month == day.month && candidate.year == day.year
                    if isSameMonth, 1...5 ~= candidate.weekday { return OracleDays.first + other }
                }
            }
            return nil
        }
    }
}
