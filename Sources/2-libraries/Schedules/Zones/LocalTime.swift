public import Platform

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
    /// 0 to 23.
    public var hour: Int { Gregorian.split(seconds).second / 3_600 }
    /// 0 to 59.
    public var minute: Int { Gregorian.split(seconds).second / 60 % 60 }
    /// 0 to 59; there are no leap seconds, as in POSIX.
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

/// When a time of the wall clock is, in a zone.
public enum LocalInstants: Hashable, Sendable {
    case one(Timestamp)
    /// The clock is put forward over it; the instant is when that happens.
    case gap(Timestamp)
    /// The clock is put back over it, so that it comes twice.
    case overlap(first: Timestamp, second: Timestamp)

    /// The instant, the first of two, or the end of the gap.
    public var first: Timestamp {
        switch self {
        case .one(let time), .gap(let time), .overlap(let time, _): time
        }
    }
}

extension Timestamp {
    init(seconds: Int) {
        self.init(microseconds: Int64(seconds) * 1_000_000)
    }

    /// Seconds since 1970, rounded down.
    var wholeSeconds: Int {
        let seconds = microseconds / 1_000_000
        return Int(seconds * 1_000_000 > microseconds ? seconds - 1 : seconds)
    }
}

/// The Gregorian calendar, extended to all times. Days count from 1970-01-01.
enum Gregorian {
    static let secondsOfDay = 86_400

    /// Howard Hinnant's days_from_civil; the way back is `Timestamp.civil`.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let date = Timestamp.civil(fromDays: Int64(days))
        return (Int(date.year), Int(date.month), Int(date.day))
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The number of days of a month.
    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// 0 is Sunday.
    static func weekday(ofDay days: Int) -> Int {
        let rest = (days + 4) % 7
        return rest < 0 ? rest + 7 : rest
    }

    /// Seconds since 1970 as days and the seconds of the last one.
    static func split(_ seconds: Int) -> (days: Int, second: Int) {
        let days = (seconds >= 0 ? seconds : seconds - (secondsOfDay - 1)) / secondsOfDay
        return (days, seconds - days * secondsOfDay)
    }
}
