/// A schedule as sets of numbers: bit 5 of `minutes` is minute 5.
struct CronTable: Hashable {
    var seconds: UInt64 = 0
    var minutes: UInt64 = 0
    var hours: UInt64 = 0
    /// Bits 1 to 12.
    var months: UInt64 = 0
    /// Bits 1 to 31.
    var monthDays: UInt64 = 0
    var monthDayRules: [DayRule] = []
    /// Bits 0 to 6, from Sunday.
    var weekdays: UInt64 = 0
    var weekdayRules: [DayRule] = []
    /// Whether a day must be right in the month and in the week; otherwise one of both is enough.
    var needsBoth = false
    /// Whether real intervals are kept when clocks are changed.
    var isInterval = false

    /// The days of a month, bits 1 to 31.
    func days(year: Int, month: Int) -> UInt64 {
        days(
            first: Gregorian.weekday(ofDay: Gregorian.days(year: year, month: month, day: 1)),
            length: Gregorian.length(ofMonth: month, in: year))
    }

    /// - Parameter first: the day of the week of the first day.
    func days(first: Int, length: Int) -> UInt64 {
        let all: UInt64 = ((1 << (UInt64(length) + 1)) - 1) & ~1
        // The days of the week over and over, from the first day of the month.
        let week = (weekdays >> UInt64(first) | weekdays << UInt64(7 - first)) & 0x7F
        let weeks = (week | week << 7 | week << 14 | week << 21 | week << 28) << 1
        let byMonth = monthDays | bits(of: monthDayRules, first, length)
        let byWeek = weeks | bits(of: weekdayRules, first, length)
        return (needsBoth ? byMonth & byWeek : byMonth | byWeek) & all
    }

    private func bits(of rules: [DayRule], _ first: Int, _ length: Int) -> UInt64 {
        rules.reduce(0) { bits, rule in rule.day(first: first, length: length).map { bits | 1 << UInt64($0) } ?? bits }
    }

    /// Whether any year has such a day. Over the years every month begins on every day of the week, in leap years too.
    var hasDays: Bool {
        (1...12).contains { month in
            months & 1 << UInt64(month) != 0
                && [2001, 2000].contains { year in
                    let length = Gregorian.length(ofMonth: month, in: year)
                    return (0..<7).contains { days(first: $0, length: length) != 0 }
                }
        }
    }
}
