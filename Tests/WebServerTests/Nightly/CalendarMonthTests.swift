import Platform
import Schedules
import Testing

@testable import WebServer

@Suite struct CalendarMonthTests {
    private func month(_ year: Int, _ number: Int, _ zone: String = "UTC") throws -> CalendarMonth {
        try #require(CalendarMonth(year: year, month: number, in: TimeZone(named: zone)))
    }

    @Test("a month: its days, and weeks from Sunday on")
    func days() throws {
        let november = try month(2026, 11)
        #expect(november.days.count == 30 && november.title == "November 2026")
        #expect(november.weeks.count == 5 && november.weeks[0][0]?.number == 1 && november.weeks[4][1]?.number == 30)
        #expect(november.weeks[4][2] == nil && november.weeks.allSatisfy { $0.count == 7 })
        #expect(try month(2028, 2).days.count == 29)
        #expect(try month(2026, 2).weeks.count == 4)
        #expect((november.former, november.next) == ("2026-10", "2026-12"))
        #expect(try (month(2026, 1).former, month(2026, 12).next) == ("2025-12", "2027-01"))
    }

    @Test("days on which clocks are changed: marked, and as long as they are")
    func clocks() throws {
        let march = try month(2027, 3, "America/New_York")
        #expect(march.days.filter { $0.clockChange != 0 }.map(\.number) == [14])
        #expect(march.days[13].clockChange == 3_600)
        #expect(march.days[13].end.microseconds - march.days[13].start.microseconds == 23 * 3_600_000_000)
        let november = try month(2026, 11, "America/New_York")
        #expect(november.days.filter { $0.clockChange != 0 }.map(\.number) == [1])
        #expect(november.days[0].clockChange == -3_600)
        // Clocks are put forward at midnight, which is not there.
        let cairo = try month(2026, 4, "Africa/Cairo")
        #expect(cairo.days.filter { $0.clockChange != 0 }.map(\.number) == [24])
    }

    @Test("the days of a month: each begins where the one before ends")
    func whole() throws {
        for number in 1...12 {
            let days = try month(2026, number, "Australia/Lord_Howe").days
            for (day, next) in zip(days, days.dropFirst()) { #expect(day.end == next.start) }
        }
    }

    @Test(
        "texts of months: read, or refused",
        arguments: [
            ("2026-11", true), ("2026-00", false), ("2026-13", false), ("26-11", false), ("2026-1", false), ("", false),
            ("2026-11-01", false), ("+026-11", false), ("2500-01", false),
        ])
    func texts(_ text: String, _ isOne: Bool) {
        #expect((CalendarMonth.parse(text) != nil) == isOne)
    }
}
