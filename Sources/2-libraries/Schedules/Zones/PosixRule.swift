/// The last line of a TZif file: the zone's rule from there on, as POSIX writes it in `TZ`: `EST5EDT,M3.2.0,M11.1.0`.
struct PosixRule: Hashable {
    /// When clocks are changed in a year.
    struct Change: Hashable {
        enum Day: Hashable {
            /// From 1 to 365, without 29 February.
            case ofCommonYear(Int)
            /// From 0, with 29 February.
            case ofYear(Int)
            /// Week 5 is the last one.
            case ofMonth(Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds from the day's midnight, by the clock as it was before; may be negative or longer than a day.
        let time: Int

        /// As if the time were in UTC.
        func local(in year: Int) -> Int {
            let first = Gregorian.days(year: year, month: 1, day: 1)
            let days: Int
            switch day {
            case .ofCommonYear(let day): days = first + day - 1 + (day >= 60 && Gregorian.isLeap(year) ? 1 : 0)
            case .ofYear(let day): days = first + day
            case .ofMonth(let month, let week, let weekday):
                let start = Gregorian.days(year: year, month: month, day: 1)
                var day = (weekday - Gregorian.weekday(ofDay: start) + 7) % 7 + (week - 1) * 7
                if day >= Gregorian.length(ofMonth: month, in: year) { day -= 7 }
                days = start + day
            }
            return days * Gregorian.secondsOfDay + time
        }
    }

    /// In seconds east of Greenwich.
    let standard: Int
    /// The other half of the year; nil: there is none.
    let summer: Summer?

    struct Summer: Hashable {
        let offset: Int
        let start: Change
        let end: Change
    }

    init(_ text: [UInt8]) throws(TZifError) {
        var parser = PosixRuleParser(text)
        (standard, summer) = try parser.rule()
    }

    /// A zone's known changes with those that follow from this rule behind them.
    func continuing(_ changes: [(start: Int, offset: Int)], first: Int) -> ZoneRules {
        guard let summer else {
            return ZoneRules(first: changes.isEmpty ? standard : first, changes: changes)
        }
        let known = changes.last?.start ?? Gregorian.days(year: 1900, month: 1, day: 1) * Gregorian.secondsOfDay
        let firstYear = Gregorian.date(ofDay: Gregorian.split(max(known, -10_000_000_000)).days).year
        var coming: [(start: Int, offset: Int)] = []
        for year in stride(from: firstYear, through: ZoneRules.lastYear, by: 1) {
            let pair = [
                (start: summer.start.local(in: year) - standard, offset: summer.offset),
                (start: summer.end.local(in: year) - summer.offset, offset: standard),
            ]
            for change in pair.sorted(by: { $0.start < $1.start }) where change.start > known {
                // Summer time all year round ends when it begins: the later change holds.
                while let last = coming.last, last.start >= change.start { coming.removeLast() }
                coming.append(change)
            }
        }
        return ZoneRules(first: changes.isEmpty ? standard : first, changes: changes + coming)
    }
}
