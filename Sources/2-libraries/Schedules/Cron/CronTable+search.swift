/// Searches in local time, as if it were in UTC: seconds since 1970. They jump from month to month and from day to day.
extension CronTable {
    /// The years that are searched.
    static let years = 1...2_500

    /// The first match at or behind a local time.
    func next(from local: Int) -> Int? {
        let (days, second) = Gregorian.split(local)
        let (year, month, day) = Gregorian.date(ofDay: days)
        if year >= Self.years.lowerBound, hasDay(year, month, day), let second = time(from: second) {
            return days * Gregorian.secondsOfDay + second
        }
        guard let next = dayBehind(year, month, day), let second = time(from: 0) else { return nil }
        return next * Gregorian.secondsOfDay + second
    }

    /// The last match at or before a local time.
    func previous(from local: Int) -> Int? {
        let (days, second) = Gregorian.split(local)
        let (year, month, day) = Gregorian.date(ofDay: days)
        if year <= Self.years.upperBound, hasDay(year, month, day), let second = time(upTo: second) {
            return days * Gregorian.secondsOfDay + second
        }
        guard let previous = dayBefore(year, month, day), let second = time(upTo: Gregorian.secondsOfDay - 1) else {
            return nil
        }
        return previous * Gregorian.secondsOfDay + second
    }

    private func hasDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        months & 1 << UInt64(month) != 0 && days(year: year, month: month) & 1 << UInt64(day) != 0
    }

    /// The first matching day later than one, counted from 1970.
    private func dayBehind(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        var (year, month, from) =
            year < Self.years.lowerBound ? (Self.years.lowerBound, 1, 1) : (year, month, day + 1)
        while year <= Self.years.upperBound {
            guard let next = months.bit(from: month) else {
                (year, month, from) = (year + 1, 1, 1)
                continue
            }
            if next > month { (month, from) = (next, 1) }
            if let day = days(year: year, month: month).bit(from: from) {
                return Gregorian.days(year: year, month: month, day: day)
            }
            (month, from) = (month + 1, 1)
        }
        return nil
    }

    /// The last matching day earlier than one, counted from 1970.
    private func dayBefore(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        var (year, month, to) =
            year > Self.years.upperBound ? (Self.years.upperBound, 12, 31) : (year, month, day - 1)
        while year >= Self.years.lowerBound {
            guard let previous = months.bit(upTo: month) else {
                (year, month, to) = (year - 1, 12, 31)
                continue
            }
            if previous < month { (month, to) = (previous, 31) }
            if let day = days(year: year, month: month).bit(upTo: to) {
                return Gregorian.days(year: year, month: month, day: day)
            }
            (month, to) = (month - 1, 31)
        }
        return nil
    }

    /// The first matching second of a day, from one on.
    private func time(from second: Int) -> Int? {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        if hours & 1 << UInt64(hour) != 0 {
            if minutes & 1 << UInt64(minute) != 0, let found = seconds.bit(from: second % 60) {
                return second / 60 * 60 + found
            }
            if let next = minutes.bit(from: minute + 1), let first = seconds.bit(from: 0) {
                return hour * 3_600 + next * 60 + first
            }
        }
        guard let next = hours.bit(from: hour + 1), let minute = minutes.bit(from: 0), let first = seconds.bit(from: 0)
        else { return nil }
        return next * 3_600 + minute * 60 + first
    }

    /// The last matching second of a day, up to one.
    private func time(upTo second: Int) -> Int? {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        if hours & 1 << UInt64(hour) != 0 {
            if minutes & 1 << UInt64(minute) != 0, let found = seconds.bit(upTo: second % 60) {
                return second / 60 * 60 + found
            }
            if let previous = minutes.bit(upTo: minute - 1), let last = seconds.bit(upTo: 59) {
                return hour * 3_600 + previous * 60 + last
            }
        }
        guard let previous = hours.bit(upTo: hour - 1), let minute = minutes.bit(upTo: 59),
            let last = seconds.bit(upTo: 59)
        else { return nil }
        return previous * 3_600 + minute * 60 + last
    }
}
