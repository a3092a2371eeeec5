internal import Platform
internal import Schedules

/// A month as clocks of a zone show it.
struct CalendarMonth: Sendable {
    struct Day: Sendable {
        let number: Int
        /// 0 is Sunday.
        let weekday: Int
        /// From its first moment up to that of the next day.
        let start, end: Timestamp
        /// By how many seconds clocks are put forward that day; negative: back.
        let clockChange: Int

        func contains(_ time: Timestamp) -> Bool { start <= time && time < end }
    }

    let year: Int
    /// From 1.
    let month: Int
    let zone: TimeZone
    let days: [Day]

    /// nil: there is no such month.
    init?(year: Int, month: Int, in zone: TimeZone) {
        guard LocalTime(year: year, month: month, day: 1) != nil, year < 9_999 else { return nil }
        self.year = year
        self.month = month
        self.zone = zone
        let next = month == 12 ? (year: year + 1, month: 1) : (year: year, month: month + 1)
        var days: [Day] = []
        while let local = LocalTime(year: year, month: month, day: days.count + 1) {
            let after =
                LocalTime(year: year, month: month, day: days.count + 2)
                ?? LocalTime(year: next.year, month: next.month, day: 1)
            guard let after else { return nil }
            let (start, end) = (zone.instants(of: local).first, zone.instants(of: after).first)
            let second = Duration.seconds(-1)
            days.append(
                Day(
                    number: local.day, weekday: local.weekday, start: start, end: end,
                    clockChange: zone.offset(at: end.advanced(by: second)) - zone.offset(at: start.advanced(by: second))
                ))
        }
        self.days = days
    }

    /// The one that a time is in.
    init(of time: Timestamp, in zone: TimeZone) {
        let local = zone.local(at: time)
        guard let month = CalendarMonth(year: local.year, month: local.month, in: zone) else {
            preconditionFailure("a time is in some month")
        }
        self = month
    }

    /// Weeks from Sunday on; nil where there is no day of this month.
    var weeks: [[Day?]] {
        let before = [Day?](repeating: nil, count: days.first?.weekday ?? 0)
        var cells = before + days.map(Optional.some)
        cells += [Day?](repeating: nil, count: (7 - cells.count % 7) % 7)
        return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
    }

    /// "2026-11"
    var text: String { Self.text(year, month) }
    var former: String { month == 1 ? Self.text(year - 1, 12) : Self.text(year, month - 1) }
    var next: String { month == 12 ? Self.text(year + 1, 1) : Self.text(year, month + 1) }
    /// "November 2026"
    var title: String { "\(CronWords.monthNames[month - 1]) \(year)" }

    private static func text(_ year: Int, _ month: Int) -> String {
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + (month < 10 ? "-0" : "-")
            + String(month)
    }

    /// Reads "2026-11".
    static func parse(_ text: String) -> (year: Int, month: Int)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 4, parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), let year = Int(parts[0]),
            let month = Int(parts[1]), (1970...2499).contains(year), (1...12).contains(month)
        else { return nil }
        return (year, month)
    }
}
