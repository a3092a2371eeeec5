internal import Platform

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
