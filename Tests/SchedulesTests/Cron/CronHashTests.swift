import CompassTesting
import Platform
import Schedules
import Testing

@Suite struct CronHashTests {
    @Test(
        "C16: the same name has the same times for ever, on every machine; another field and another name have others",
        arguments: [
            ("H H * * *", "nightly", "2026-01-01T21:28:00Z"),
            ("0 0 H * *", "nightly", "2026-01-17T00:00:00Z"),
            ("H H * * *", "weekly", "2026-01-01T09:49:00Z"),
            ("0 0 H * *", "weekly", "2026-01-28T00:00:00Z"),
        ])
    func pinned(cron: String, name: String, expected: String) throws {
        #expect(try times(cron, from: "2026-01-01", count: 1, seed: name) == [expected])
    }

    @Test("C16: names are spread evenly over a field (chi-square)")
    func uniform() throws {
        let names = Nightly.isOn ? 10_000 : 1_500
        // The 99.9 % quantile of chi-square with 59 and 27 degrees of freedom.
        for (cron, values, limit) in [("H 0 1 * *", 60, 98.3), ("0 0 H * *", 28, 55.5)] {
            var counts = [Int](repeating: 0, count: values)
            for index in 0..<names {
                let schedule = Schedule(try CronExpression(cron, seed: "pipeline-\(index)"), in: .utc)
                let next = try #require(schedule.next(after: Timestamp(microseconds: -1)))
                let local = TimeZone.utc.local(at: next)
                counts[values == 60 ? local.minute : local.day - 1] += 1
            }
            let expected = Double(names) / Double(values)
            let square = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
            #expect(square < limit, "\(counts)")
        }
    }

    @Test("C16: ranges and steps hold for every name; days of the month are at most 28, Sunday is no likelier")
    func ranges() throws {
        var weekdays: [Int: Int] = [:]
        for index in 0..<300 {
            let name = "p\(index)"
            func first(_ cron: String, _ count: Int = 1) throws -> [LocalTime] {
                var time = Timestamp(microseconds: -1)
                let schedule = Schedule(try CronExpression(cron, seed: name), in: .utc)
                return try (0..<count).map { _ in
                    time = try #require(schedule.next(after: time))
                    return TimeZone.utc.local(at: time)
                }
            }
            #expect(try 0...7 ~= first("0 H(0-7) * * *")[0].hour)
            #expect(try first("0 0 H * *")[0].day <= 28)
            #expect(try first("0 0 H(20-31) * *").allSatisfy { 20...28 ~= $0.day })
            let quarters = try first("H/15 * * * *", 5).map(\.minute)
            #expect(quarters[0] < 15 && quarters == (0..<5).map { (quarters[0] + $0 * 15) % 60 })
            let tens = try first("H(0-29)/10 0 * * *", 3).map(\.minute)
            #expect(tens[0] < 10 && tens == [tens[0], tens[0] + 10, tens[0] + 20])
            #expect(try first("0 0 1 H *")[0].day == 1)
            weekdays[try first("0 0 * * H")[0].weekday, default: 0] += 1
            #expect(
                try Schedule(CronExpression("H/1 0 1 1 *", seed: name), in: .utc)
                    .count(after: Timestamp(microseconds: -1), through: Timestamp(microseconds: 86_400_000_000)) == 60)
        }
        #expect(weekdays.count == 7 && (weekdays[0] ?? 0) < 80)
    }
}
