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

extension CronTable {
    /// How many matches a stretch of local time has. Takes a step for each month.
    ///
    /// - Parameter range: half open.
    func count(in range: Range<Int>) -> Int {
        let (firstDay, firstSecond) = Gregorian.split(range.lowerBound)
        let (lastDay, lastSecond) = Gregorian.split(range.upperBound)
        let (first, last) = (Gregorian.date(ofDay: firstDay), Gregorian.date(ofDay: lastDay))
        let ofDay = times(before: Gregorian.secondsOfDay)
        var count = 0
        var (year, month) = (first.year, first.month)
        while (year, month) <= (last.year, last.month) {
            if months & 1 << UInt64(month) != 0 {
                let days = days(year: year, month: month)
                let isFirst = (year, month) == (first.year, first.month)
                let isLast = (year, month) == (last.year, last.month)
                let low = isFirst ? first.day : 1
                let high = isLast ? last.day : 32
                count += (days.count(below: high) - days.count(below: low)) * ofDay
                if isFirst, days & 1 << UInt64(first.day) != 0 { count -= times(before: firstSecond) }
                if isLast, days & 1 << UInt64(last.day) != 0 { count += times(before: lastSecond) }
            }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        return count
    }

    /// How many matching times of day are earlier than a second of the day.
    private func times(before second: Int) -> Int {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        let ofMinute = seconds.nonzeroBitCount
        let ofHour = minutes.nonzeroBitCount * ofMinute
        var count = hours.count(below: hour) * ofHour
        guard hour < 24, hours & 1 << UInt64(hour) != 0 else { return count }
        count += minutes.count(below: minute) * ofMinute
        if minutes & 1 << UInt64(minute) != 0 { count += seconds.count(below: second % 60) }
        return count
    }
}

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

extension UInt64 {
    /// The lowest bit that is set, from `low` up.
    func bit(from low: Int) -> Int? {
        guard low < 64 else { return nil }
        let rest = self & (.max << UInt64(low))
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    /// The highest bit that is set, from `high` down.
    func bit(upTo high: Int) -> Int? {
        guard high >= 0 else { return nil }
        let rest = self & (.max >> UInt64(63 - high))
        return rest == 0 ? nil : 63 - rest.leadingZeroBitCount
    }

    /// How many bits are set below `end`.
    func count(below end: Int) -> Int {
        end >= 64 ? nonzeroBitCount : (self & ((1 << UInt64(end)) - 1)).nonzeroBitCount
    }
}
