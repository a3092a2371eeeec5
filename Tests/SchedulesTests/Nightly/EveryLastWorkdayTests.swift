import Platform
import Schedules
import Testing

/// `L-3W` held against a search through every day of every month of 48 years.
@Suite struct EveryLastWorkdayTests {
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
