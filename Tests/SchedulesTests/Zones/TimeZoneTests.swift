import Platform
import Testing

@testable import Schedules

@Suite struct TimeZoneTests {
    @Test(
        "C13: a zone that does not exist is an error with what may have been meant, and never UTC",
        arguments: [
            ("america/new_york", "there is no time zone `america/new_york`", "did you mean `America/New_York`?"),
            ("Europe/Berlim", "there is no time zone `Europe/Berlim`", "did you mean `Europe/Berlin`?"),
            ("berlin", "there is no time zone `berlin`", "did you mean `Europe/Berlin`?"),
            ("New York", "`New York` is no name of a time zone", "did you mean `America/New_York`?"),
            ("Europe", "there is no time zone `Europe`", Self.example),
            ("PST", "there is no time zone `PST`", "abbreviations name no zone; a place does, such as `Europe/Berlin`"),
            (
                "UTC+2", "there is no time zone `UTC+2`",
                "write `Etc/GMT-2` for that offset all the year, or a place such as `Europe/Berlin`"
            ),
            (
                "GMT-05:00", "`GMT-05:00` is no name of a time zone",
                "write `Etc/GMT+5` for that offset all the year, or a place such as `Europe/Berlin`"
            ),
            ("", "`` is no name of a time zone", Self.example),
            ("../../etc/passwd", "`../../etc/passwd` is no name of a time zone", Self.example),
            ("/etc/localtime", "`/etc/localtime` is no name of a time zone", Self.example),
            ("Europe//Berlin", "`Europe//Berlin` is no name of a time zone", "did you mean `Europe/Berlin`?"),
            ("Europe/./Berlin", "`Europe/./Berlin` is no name of a time zone", "did you mean `Europe/Berlin`?"),
            ("a\u{0}b\n", "`a\\x00b\\n` is no name of a time zone", Self.example),
            ("localtime", "`localtime` is no name of a time zone", Self.example),
            ("posixrules", "`posixrules` is no name of a time zone", Self.example),
            ("right/Europe/Berlin", "`right/Europe/Berlin` is no name of a time zone", "did you mean `Europe/Berlin`?"),
            ("tzdata.zi", "`tzdata.zi` is no name of a time zone", Self.example),
        ])
    func unknown(name: String, message: String, hint: String) {
        let error = #expect(throws: TimeZoneError.self) { try TimeZone(named: name) }
        #expect(error?.message == message)
        #expect(error?.hint == hint)
        #expect(error?.name == name)
    }

    private static let example = "names are such as `Europe/Berlin`; `timedatectl list-timezones` shows all"

    @Test("C13: without tzdata every zone but UTC is an error that says what to install")
    func noData() throws {
        let missing = ZoneFolder(path: "/nonexistent/zoneinfo")
        let error = #expect(throws: TimeZoneError.self) { try missing.zone(named: "Europe/Berlin") }
        #expect(
            error?.description
                == "the system has no time zone data: there is no folder /nonexistent/zoneinfo: install the package "
                + "`tzdata`, or correct the environment variable TZDIR")
        #expect(try missing.zone(named: "UTC") == .utc)
        // A folder without data.
        let empty = #expect(throws: TimeZoneError.self) { try ZoneFolder(path: "/proc/sys").zone(named: "a-b") }
        #expect(empty?.message == "there is no time zone `a-b`")
        #expect(ZoneFolder(path: "/usr/share/zoneinfo").advice == "install the package `tzdata`")
        let bad = #expect(throws: TimeZoneError.self) { try ZoneFolder(path: "/etc").zone(named: "passwd") }
        #expect(
            bad?.description
                == "the data of the time zone `passwd` in /etc/passwd is bad: it is no TZif file: install the package "
                + "`tzdata` again")
    }

    @Test("Names come from whichever table is there, or from the folder itself")
    func names() throws {
        let folder = Path("/tmp/compass-zones-\(Identifier.run())")
        defer { _ = try? ChildProcess("/usr/bin/rm", ["-r", folder]).wait() }
        try Files.createFolders(folder.appending("Europe"))
        try Files.createFolders(folder.appending("right/Europe"))
        let zones = ZoneFolder(path: folder)
        #expect(ZoneNames(folder: zones).hint(for: "x") == zones.advice)
        for name in ["Europe/Rome", "right/Europe/Rome", "readme.txt"] {
            try Files.replace(folder.appending(Path(name)), with: [])
        }
        #expect(ZoneNames(folder: zones).all() == ["Europe/Rome": ""])
        try Files.replace(folder.appending("zone1970.tab"), with: Array("# x\nIT\t+1\tEurope/Milan\tnote\n".utf8))
        #expect(ZoneNames(folder: zones).all() == ["Europe/Milan": ""])
        try Files.replace(
            folder.appending("tzdata.zi"), with: Array("# x\nZ Europe/Oslo 1 - C\nL Europe/Oslo Norway\nR x\n".utf8))
        #expect(ZoneNames(folder: zones).all() == ["Europe/Oslo": "", "Norway": "Europe/Oslo"])
        #expect(
            ZoneNames(folder: zones).hint(for: "Norway")
                == "write `Europe/Oslo`, or install the package `tzdata-legacy`")
        #expect(
            ZoneNames(folder: zones).hint(for: "Europe/Oslo")
                == "its file is missing: install the package `tzdata` again")
    }

    @Test("Local times are found once, twice or not at all")
    func instants() throws {
        let zone = try TimeZone(named: "America/New_York")
        func instants(_ day: Int, _ month: Int, _ hour: Int, _ minute: Int) throws -> LocalInstants {
            zone.instants(
                of: try #require(LocalTime(year: 2026, month: month, day: day, hour: hour, minute: minute)))
        }
        func utc(_ text: String) throws -> Timestamp { try TimeZone.utc.timestamp(reading: text) }
        #expect(try instants(8, 3, 1, 59) == .one(utc("2026-03-08T06:59")))
        #expect(try instants(8, 3, 2, 0) == .gap(utc("2026-03-08T07:00")))
        #expect(try instants(8, 3, 2, 59) == .gap(utc("2026-03-08T07:00")))
        #expect(try instants(8, 3, 3, 0) == .one(utc("2026-03-08T07:00")))
        #expect(try instants(1, 11, 1, 0) == .overlap(first: utc("2026-11-01T05:00"), second: utc("2026-11-01T06:00")))
        #expect(try instants(1, 11, 2, 0) == .one(utc("2026-11-01T07:00")))
        #expect(try instants(1, 11, 0, 59) == .one(utc("2026-11-01T04:59")))
    }

    @Test("a local time that clocks jump over and then show after all is found where they show it")
    func shownAfterGap() {
        // Four hours forward, and back again after 100 seconds.
        let rules = ZoneRules(first: -14_400, changes: [(start: 0, offset: 60), (start: 100, offset: -14_400)])
        let zone = TimeZone(name: "x", rules: rules)
        let time = Timestamp(seconds: 5_000)
        #expect(zone.instants(of: zone.local(at: time)) == .one(time))
        let never = LocalTime(seconds: -14_350)
        #expect(zone.instants(of: never) == .gap(Timestamp(seconds: 0)))
    }

    @Test(
        "Times are written with the zone's offset",
        arguments: [
            ("America/New_York", 1_772_953_199_000_000, "2026-03-08T01:59:59-05:00"),
            ("America/New_York", 1_772_953_200_000_000, "2026-03-08T03:00:00-04:00"),
            ("UTC", 1_772_953_200_000_000, "2026-03-08T07:00:00Z"),
            ("Etc/UTC", 1_772_953_200_000_000, "2026-03-08T07:00:00+00:00"),
            ("Asia/Kathmandu", 1_772_953_200_250_000, "2026-03-08T12:45:00.250+05:45"),
            ("Pacific/Apia", 0, "1969-12-31T13:00:00-11:00"),
            ("UTC", -1, "1969-12-31T23:59:59.999999Z"),
            // Local mean time, 4:56:02 behind Greenwich.
            ("America/New_York", -5_000_000_000_000_000, "1811-07-23T10:10:40-04:56"),
            // By the rule behind the last change on record.
            ("Europe/Berlin", 15_000_000_000_000_000, "2445-05-01T04:40:00+02:00"),
        ])
    func text(name: String, microseconds: Int64, expected: String) throws {
        let zone = try TimeZone(named: name)
        let time = Timestamp(microseconds: microseconds)
        #expect(zone.text(of: time) == expected)
        #expect(try zone.timestamp(reading: expected) == time)
    }

    @Test(
        "Times are read with an offset, with `Z`, or as the zone's local time",
        arguments: [
            ("2026-03-08T01:30:00-05:00", "2026-03-08T06:30:00Z"), ("2026-03-08T06:30:00Z", "2026-03-08T06:30:00Z"),
            ("2026-03-08t06:30:00.25z", "2026-03-08T06:30:00.250Z"), ("2026-03-08 06:30Z", "2026-03-08T06:30:00Z"),
            ("2026-03-08T00:00", "2026-03-08T05:00:00Z"), ("2026-03-08", "2026-03-08T05:00:00Z"),
            ("2026-03-08T02:30:15.5", "2026-03-08T07:00:00Z"), ("2026-11-01T01:30", "2026-11-01T05:30:00Z"),
            ("2026-12-31T23:59:60Z", "2026-12-31T23:59:59Z"), ("2024-02-29", "2024-02-29T05:00:00Z"),
        ])
    func reading(text: String, expected: String) throws {
        let zone = try TimeZone(named: "America/New_York")
        #expect(TimeZone.utc.text(of: try zone.timestamp(reading: text)) == expected)
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "2026", "2026-3-8", "2026-03-08T", "2026-03-08T1", "2026-03-08T10", "2026-03-08T10:00:", "now",
            "2026-03-08T10:00:00.", "2026-03-08T10:00+5", "2026-03-08T10:00+05", "2026-03-08T10:00+24:00",
            "2026-03-08T10:00Zx", "2026-03-08Z", "2026-03-08T10:00:00+05:0é",
        ])
    func noTime(text: String) {
        let error = #expect(throws: TimeTextError.self) { try TimeZone.utc.timestamp(reading: text) }
        #expect(
            error?.description
                == "`\(text)` is no time; write `2026-03-08T02:30`, with `Z` or `-05:00` after it where it is no "
                + "local time")
    }

    @Test(
        "A date that does not exist is told as such",
        arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "2026-01-01T24:00", "2026-01-01T10:60"])
    func noDate(text: String) {
        let error = #expect(throws: TimeTextError.self) { try TimeZone.utc.timestamp(reading: text) }
        #expect(
            error?.description == "there is no time `\(text)`; look at the day of the month, and at the hour")
    }
}
