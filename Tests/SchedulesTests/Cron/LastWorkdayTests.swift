import Platform
import Schedules
import Testing

/// The workday nearest to a day that is counted from the end of the month.
@Suite struct LastWorkdayTests {
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
}
