import Platform
import Schedules
import Testing

/// Which numbers a field's text means: the times of a day, or the days of a month or year.
@Suite struct FieldTests {
    @Test(
        "C2 to C5, C14: values, names, ranges, steps and seconds",
        arguments: [
            ("5 0 * * *", "00:05:00"),
            ("5,20,5 0 * * *", "00:05:00 00:20:00"),
            ("10-12 0 * * *", "00:10:00 00:11:00 00:12:00"),
            ("*/35 0 * * *", "00:00:00 00:35:00"),
            ("5/15 0 * * *", "00:05:00 00:20:00 00:35:00 00:50:00"),
            ("5-40/15 0 * * *", "00:05:00 00:20:00 00:35:00"),
            ("59/100 0 * * *", "00:59:00"),
            ("0 */9 * * *", "00:00:00 09:00:00 18:00:00"),
            ("0 20-23/2,3 * * *", "03:00:00 20:00:00 22:00:00"),
            ("*/20 0 12 * * *", "12:00:00 12:00:20 12:00:40"),
            ("30 0 12 * * *", "12:00:30"),
            ("\t 0  7\t* * * ", "07:00:00"),
            ("007 0 * * *", "00:07:00"),
        ])
    func times(cron: String, expected: String) throws {
        let found = try SchedulesTests.times(cron, from: "2026-03-02", count: 50, through: "2026-03-02T23:59:59")
        #expect(found == expected.split(separator: " ").map { "2026-03-02T\($0)Z" })
    }

    /// March 2026 begins on a Sunday; its Fridays are 6, 13, 20, 27.
    @Test(
        "C1 to C3: days of the month, days of the week, and both",
        arguments: [
            ("0 0 5 * *", "5"),
            ("0 0 */10 * *", "1 11 21 31"),
            ("0 0 * * 0", "1 8 15 22 29"),
            ("0 0 * * 7", "1 8 15 22 29"),
            ("0 0 * * SUN", "1 8 15 22 29"),
            ("0 0 * * fri-sun", "1 6 7 8 13 14 15 20 21 22 27 28 29"),
            ("0 0 * * 5-0", "1 6 7 8 13 14 15 20 21 22 27 28 29"),
            ("0 0 * * 5-7", "1 6 7 8 13 14 15 20 21 22 27 28 29"),
            ("0 0 * * sun-mon", "1 2 8 9 15 16 22 23 29 30"),
            ("0 0 * * Mon,wEd", "2 4 9 11 16 18 23 25 30"),
            ("0 0 * * */4", "1 5 8 12 15 19 22 26 29"),
            ("0 0 * * */7", "1 8 15 22 29"),
            ("0 0 * * 6/1", "1 7 8 14 15 21 22 28 29"),
            // Either, since both are restricted …
            ("0 0 13 * 5", "6 13 20 27"),
            ("0 0 1,2 * 5", "1 2 6 13 20 27"),
            ("0 0 1-31 * 5", (1...31).map(String.init).joined(separator: " ")),
            // … and both, where one text begins with `*`.
            ("0 0 */2 * 5", "13 27"),
            ("0 0 */100,1-7 * 5", "6"),
            ("0 0 13 * *", "13"),
            ("0 0 13 * */5", "13"),
            ("0 0 13 * */4", ""),
            ("0 0 1-7 * */6", "1 7"),
        ])
    func days(cron: String, expected: String) throws {
        let found = try SchedulesTests.times(cron, from: "2026-03-01", count: 50, through: "2026-03-31")
        #expect(found == expected.split(separator: " ").map { "2026-03-\($0.count == 1 ? "0" : "")\($0)T00:00:00Z" })
    }

    @Test(
        "C15: days counted from the end, the nearest workday, and the n-th day of the week",
        arguments: [
            ("0 0 L * *", "01-31 02-28 03-31 04-30 05-31 06-30"),
            ("0 0 L-3 * *", "01-28 02-25 03-28 04-27 05-28 06-27"),
            ("0 0 l-29 * *", "01-02 03-02 04-01 05-02 06-01 07-02"),
            ("0 0 LW * *", "01-30 02-27 03-31 04-30 05-29 06-30"),
            // 2026-02-15, 03-15 are Sundays, 08-15 is a Saturday.
            ("0 0 15W * *", "01-15 02-16 03-16 04-15 05-15 06-15 07-15 08-14"),
            // 2026-02-01, 03-01 are Sundays, 08-01 is a Saturday: never into the month before.
            ("0 0 1W * *", "01-01 02-02 03-02 04-01 05-01 06-01 07-01 08-03"),
            // 2026-01-31 is a Saturday, 05-31 a Sunday: never into the month behind.
            ("0 0 31W * *", "01-30 03-31 05-29 07-31 08-31"),
            ("0 0 * * 5L", "01-30 02-27 03-27 04-24"),
            ("0 0 * * friL", "01-30 02-27 03-27 04-24"),
            ("0 0 * * FRI#L", "01-30 02-27 03-27 04-24"),
            ("0 0 * * 5#3", "01-16 02-20 03-20 04-17"),
            ("0 0 * * 0#1", "01-04 02-01 03-01 04-05"),
            ("0 0 * * 7#1", "01-04 02-01 03-01 04-05"),
            ("0 0 * * fri#5", "01-30 05-29 07-31 10-30"),
            ("0 0 1,L * *", "01-01 01-31 02-01 02-28"),
            ("0 0 15W,LW * *", "01-15 01-30 02-16 02-27"),
            ("0 0 1 * fri#1", "01-01 01-02 02-01 02-06"),
        ])
    func rules(cron: String, expected: String) throws {
        let days = expected.split(separator: " ")
        let found = try SchedulesTests.times(cron, from: "2026-01-01", count: days.count)
        #expect(found == days.map { "2026-\($0)T00:00:00Z" })
    }

    @Test(
        "C6: macros are these expressions, in whatever case they are written",
        arguments: [
            ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"), ("@monthly", "0 0 1 * *"), ("@weekly", "0 0 * * 0"),
            ("@daily", "0 0 * * *"), ("@midnight", "0 0 * * *"), ("@hourly", "0 * * * *"),
            ("@Daily", "0 0 * * *"), ("@HOURLY", "0 * * * *"), ("@MidNight", "0 0 * * *"), ("@Yearly", "0 0 1 1 *"),
        ])
    func macros(name: String, cron: String) throws {
        let found = try SchedulesTests.times(name, from: "2026-01-05T12:30", count: 5)
        #expect(try found == SchedulesTests.times(cron, from: "2026-01-05T12:30", count: 5))
        #expect(try CronExpression(name, seed: "").isInterval == (name.lowercased() == "@hourly"))
    }

    @Test("C7: rare dates are found, far away as they are, and at once", .timeLimit(.minutes(1)))
    func rareDates() throws {
        #expect(
            try SchedulesTests.times("0 0 29 2 *", from: "2026-11-21", count: 2) == [
                "2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z",
            ])
        // 29 February on a Monday, over the year 2100 that has none.
        #expect(
            try SchedulesTests.times("0 0 * 2 MON#5", from: "2026-11-21", count: 4)
                == [2044, 2072, 2112, 2140].map { "\($0)-02-29T00:00:00Z" })
        let schedule = Schedule(
            try CronExpression("0 0 * 2 MON#5", seed: ""), in: try TimeZone(named: "America/New_York"))
        let time = try TimeZone.utc.timestamp(reading: "2072-03-01")
        // A search that went minute by minute would take many minutes for so many.
        for _ in 0..<100 { #expect(schedule.next(after: time) != nil) }
    }

    @Test("Times end before the year 2500, and begin in the year 1")
    func bounds() throws {
        let schedule = Schedule(try CronExpression("0 0 1 1 *", seed: ""), in: .utc)
        let last = try TimeZone.utc.timestamp(reading: "2499-01-01")
        #expect(schedule.next(after: Timestamp(microseconds: last.microseconds - 1)) == last)
        #expect(schedule.next(after: last) == nil)
        #expect(schedule.next(after: Timestamp(microseconds: .max)) == nil)
        #expect(schedule.last(atOrBefore: Timestamp(microseconds: .max), after: Timestamp(microseconds: .min)) == last)
        let first = schedule.next(after: Timestamp(microseconds: .min))
        #expect(first.map(TimeZone.utc.text) == "0002-01-01T00:00:00Z")
        #expect(schedule.last(atOrBefore: Timestamp(microseconds: .min), after: Timestamp(microseconds: .min)) == nil)
        #expect(schedule.count(after: Timestamp(microseconds: .min), through: Timestamp(microseconds: .max)) == 2_498)
        #expect(schedule.count(after: last, through: last) == 0)
    }

    @Test("Parts of a second: the next time is strictly later, the last one not later")
    func partsOfSeconds() throws {
        let schedule = Schedule(try CronExpression("* * * * * *", seed: ""), in: .utc)
        for (time, next, last) in [(0, 1, 0), (1, 1, 0), (999_999, 1, 0), (-1, 0, -1), (-1_000_000, 0, -1)] {
            let time = Timestamp(microseconds: Int64(time))
            #expect(schedule.next(after: time) == Timestamp(microseconds: Int64(next) * 1_000_000))
            #expect(
                schedule.last(atOrBefore: time, after: Timestamp(microseconds: -9_000_000))
                    == Timestamp(microseconds: Int64(last) * 1_000_000))
        }
        // A bound with parts of a second: what is after it may be in the same second, and whole seconds are not.
        let bound = Timestamp(microseconds: 5_500_000)
        #expect(schedule.last(atOrBefore: Timestamp(microseconds: 5_900_000), after: bound) == nil)
        #expect(schedule.count(after: bound, through: Timestamp(microseconds: 7_200_000)) == 2)
    }
}
