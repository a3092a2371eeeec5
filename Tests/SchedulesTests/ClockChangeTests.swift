import CompassTesting
import Platform
import Schedules
import Testing

@Suite struct ClockChangeTests {
    @Test("C8: a fixed time in a gap fires once, right after the gap; several times in one gap make one")
    func gap() throws {
        let zone = "America/New_York"
        #expect(
            try times("30 2 * * *", in: zone, from: "2026-03-07", count: 3)
                == ["2026-03-07T02:30:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-09T02:30:00-04:00"])
        #expect(
            try times("0,15,30 2 * * *", in: zone, from: "2026-03-08", count: 2)
                == ["2026-03-08T03:00:00-04:00", "2026-03-09T02:00:00-04:00"])
        // 02:30 and 03:00 coincide.
        #expect(
            try times("0,30 2,3 * * *", in: zone, from: "2026-03-08", count: 3)
                == ["2026-03-08T03:00:00-04:00", "2026-03-08T03:30:00-04:00", "2026-03-09T02:00:00-04:00"])
        #expect(
            try times("15,45 30 2 * * *", in: zone, from: "2026-03-08", count: 2)
                == ["2026-03-08T03:00:00-04:00", "2026-03-09T02:30:15-04:00"])
    }

    @Test("C9: a fixed time in a repeated hour fires the first time only")
    func overlap() throws {
        let zone = "America/New_York"
        #expect(
            try times("30 1 * * *", in: zone, from: "2026-10-31T12:00", count: 2)
                == ["2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"])
        #expect(
            try times("0,30 0-2 * * *", in: zone, from: "2026-11-01", count: 6).suffix(3)
                == ["2026-11-01T01:30:00-04:00", "2026-11-01T02:00:00-05:00", "2026-11-01T02:30:00-05:00"])
        // Asked in the second half, the answer is not the first half.
        let schedule = Schedule(try CronExpression("30 1 * * *", seed: ""), in: try TimeZone(named: zone))
        let second = try TimeZone.utc.timestamp(reading: "2026-11-01T06:10:00Z")
        #expect(schedule.next(after: second).map(schedule.zone.text) == "2026-11-02T01:30:00-05:00")
        #expect(
            schedule.last(atOrBefore: second, after: Timestamp(microseconds: 0)).map(schedule.zone.text)
                == "2026-11-01T01:30:00-04:00")
    }

    @Test("C10: every ten minutes stays every 600 seconds, over both changes")
    func intervals() throws {
        let all = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca"]
        for name in Nightly.isOn ? all : ["Australia/Lord_Howe"] {
            let schedule = Schedule(try CronExpression("*/10 * * * *", seed: ""), in: try TimeZone(named: name))
            var time = try TimeZone.utc.timestamp(reading: "2026-01-01")
            for _ in 0..<(365 * 144) {
                let next = try #require(schedule.next(after: time))
                try #require(next.microseconds - time.microseconds == 600_000_000, "\(name) \(next)")
                time = next
            }
        }
    }

    @Test("C10: the last time of an interval is found behind a change, and not before the bound")
    func lastInterval() throws {
        let zone = try TimeZone(named: "America/New_York")
        let schedule = Schedule(try CronExpression("30 */12 * * *", seed: ""), in: zone)
        let morning = try zone.timestamp(reading: "2026-03-08T06:00")
        for (bound, expected) in [("00:15", "2026-03-08T00:30:00-05:00"), ("00:30", nil), ("03:30", nil)] {
            let bound = try zone.timestamp(reading: "2026-03-08T\(bound)")
            #expect(schedule.last(atOrBefore: morning, after: bound).map(zone.text) == expected)
            #expect(schedule.count(after: bound, through: morning) == (expected == nil ? 0 : 1))
        }
    }

    @Test(
        "C11: what keeps intervals is told by the first character of minute and hour, whatever stands in the seconds",
        arguments: [
            ("* * * * *", true), ("*/10 3 * * *", true), ("30 * * * *", true), ("0 */2 * * *", true),
            ("0 1-5 * * *", false), ("0 0-23/2 * * *", false), ("0-59 0-23 * * *", false), ("0/15 3 * * *", false),
            ("H/15 3 * * *", false), ("H * * * *", true), ("@hourly", true), ("@daily", false),
            ("* 30 2 * * *", false), ("0 * 2 * * *", true),
        ])
    func kinds(cron: String, isInterval: Bool) throws {
        #expect(try CronExpression(cron, seed: "x").isInterval == isInterval)
    }

    @Test("C11: cells where Cronos differs: hours as a range or with steps are fixed times, so they fire once each")
    func ranges() throws {
        #expect(
            try times("0 1-3 * * *", in: "America/New_York", from: "2026-11-01", count: 4)
                == [
                    "2026-11-01T01:00:00-04:00", "2026-11-01T02:00:00-05:00", "2026-11-01T03:00:00-05:00",
                    "2026-11-02T01:00:00-05:00",
                ])
        #expect(
            try times("0 * * * *", in: "America/New_York", from: "2026-11-01", count: 4)
                == [
                    "2026-11-01T00:00:00-04:00", "2026-11-01T01:00:00-04:00", "2026-11-01T01:00:00-05:00",
                    "2026-11-01T02:00:00-05:00",
                ])
        #expect(
            try times("30 */2 * * *", in: "America/New_York", from: "2026-03-08", count: 2)
                == ["2026-03-08T00:30:00-05:00", "2026-03-08T04:30:00-04:00"])
    }

    @Test("C12: half an hour, a whole day, and midnights that do not exist")
    func oddZones() throws {
        #expect(
            try times("15 2 * * *", in: "Australia/Lord_Howe", from: "2026-10-03T12:00", count: 2)
                == ["2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"])
        #expect(
            try times("45 1 * * *", in: "Australia/Lord_Howe", from: "2026-04-05", count: 2)
                == ["2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"])
        // Apia had no 30 December 2011: its run comes at the first instant behind it.
        #expect(
            try times("0 12 * * *", in: "Pacific/Apia", from: "2011-12-29", count: 3)
                == ["2011-12-29T12:00:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T12:00:00+14:00"])
        #expect(
            try times("0 0 * * *", in: "Pacific/Apia", from: "2011-12-29", count: 3)
                == ["2011-12-29T00:00:00-10:00", "2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00"])
        #expect(
            try times("@daily", in: "America/Sao_Paulo", from: "2018-11-03", count: 3)
                == ["2018-11-03T00:00:00-03:00", "2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00"])
        #expect(
            try times("@daily", in: "Asia/Beirut", from: "2024-03-30", count: 3)
                == ["2024-03-30T00:00:00+02:00", "2024-03-31T01:00:00+03:00", "2024-04-01T00:00:00+03:00"])
        #expect(
            try times("@daily", in: "Africa/Cairo", from: "2024-04-25", count: 3)
                == ["2024-04-25T00:00:00+02:00", "2024-04-26T01:00:00+03:00", "2024-04-27T00:00:00+03:00"])
        // Sao Paulo's clocks went back at midnight, so the day before had 23:30 twice.
        #expect(
            try times("30 23 * * *", in: "America/Sao_Paulo", from: "2018-02-17", count: 2)
                == ["2018-02-17T23:30:00-02:00", "2018-02-18T23:30:00-03:00"])
        // Morocco goes back for Ramadan.
        #expect(
            try times("30 2 * * *", in: "Africa/Casablanca", from: "2026-02-15", count: 2)
                == ["2026-02-15T02:30:00+01:00", "2026-02-16T02:30:00+00:00"])
        #expect(
            try times("30 2 * * *", in: "Africa/Casablanca", from: "2026-03-22", count: 2)
                == ["2026-03-22T03:00:00+01:00", "2026-03-23T02:30:00+01:00"])
    }

    @Test("C13: the same instants, whatever zone they are shown in")
    func zonePerSchedule() throws {
        let berlin = try TimeZone(named: "Europe/Berlin")
        let schedule = Schedule(try CronExpression("0 3 * * *", seed: ""), in: berlin)
        let next = try #require(schedule.next(after: berlin.timestamp(reading: "2026-07-01T12:00")))
        #expect(TimeZone.utc.text(of: next) == "2026-07-02T01:00:00Z")
        #expect(try TimeZone(named: "Asia/Tokyo").text(of: next) == "2026-07-02T10:00:00+09:00")
    }

    @Test(
        "C19: after ten years of downtime the last time and the number of missed ones are there at once",
        .timeLimit(.minutes(1)))
    func longDowntime() throws {
        let zone = try TimeZone(named: "America/New_York")
        let (from, to) = (try zone.timestamp(reading: "2016-01-01"), try zone.timestamp(reading: "2026-01-01T00:03"))
        // Ten years with ten gaps and ten repeated hours; fixed jobs keep neither.
        for (cron, count, last) in [
            ("*/5 * * * *", 3_653 * 288, "2026-01-01T00:00:00-05:00"),
            ("0-59/5 0-23 * * *", 3_653 * 288 - 10 * 12, "2026-01-01T00:00:00-05:00"),
            ("30 2 * * *", 3_653, "2025-12-31T02:30:00-05:00"),
            ("0 0 29 2 *", 3, "2024-02-29T00:00:00-05:00"),
        ] {
            let schedule = Schedule(try CronExpression(cron, seed: ""), in: zone)
            // To go through all the times would take many minutes for so many.
            for _ in 0..<100 {
                #expect(schedule.last(atOrBefore: to, after: from).map(zone.text) == last)
                #expect(schedule.count(after: from, through: to) == count, "\(cron)")
            }
        }
    }
}
