/// What a clock on the wall shows: a date and a time of day, in no particular zone.
public struct LocalTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// As if the time were in UTC: seconds since 1970-01-01T00:00:00.
    let seconds: Int

    init(seconds: Int) {
        self.seconds = seconds
    }

    /// nil when there is no such date or time of day; years from 1 to 9999.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard 1...9_999 ~= year, 1...12 ~= month, 1...Gregorian.length(ofMonth: month, in: year) ~= day,
            0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second
        else { return nil }
        let days = Gregorian.days(year: year, month: month, day: day)
        seconds = days * Gregorian.secondsOfDay + (hour * 60 + minute) * 60 + second
    }

    public var year: Int { date.year }
    /// From 1.
    public var month: Int { date.month }
    /// From 1.
    public var day: Int { date.day }
    public var hour: Int { Gregorian.split(seconds).second / 3_600 }
    public var minute: Int { Gregorian.split(seconds).second / 60 % 60 }
    public var second: Int { Gregorian.split(seconds).second % 60 }
    /// 0 is Sunday.
    public var weekday: Int { Gregorian.weekday(ofDay: Gregorian.split(seconds).days) }

    private var date: (year: Int, month: Int, day: Int) { Gregorian.date(ofDay: Gregorian.split(seconds).days) }

    public static func < (left: LocalTime, right: LocalTime) -> Bool { left.seconds < right.seconds }

    /// "2026-03-08T03:00:00".
    public var description: String {
        let (year, month, day) = date
        func padded(_ value: Int, _ count: Int = 2) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
            + "T\(padded(hour)):\(padded(minute)):\(padded(second))"
    }
}
