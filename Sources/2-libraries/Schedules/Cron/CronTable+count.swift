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
