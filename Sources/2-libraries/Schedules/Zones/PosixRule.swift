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

/// Reads the rule in a TZif file's last line.
struct PosixRuleParser {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func rule() throws(TZifError) -> (standard: Int, summer: PosixRule.Summer?) {
        try name()
        let standard = -(try time(upTo: 24))
        guard position < text.count else { return (standard, nil) }
        try name()
        let summer = next == UInt8(ascii: ",") ? standard + 3_600 : -(try time(upTo: 24))
        let start = try change()
        let end = try change()
        guard position == text.count else { throw failure }
        return (standard, PosixRule.Summer(offset: summer, start: start, end: end))
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }
    private var failure: TZifError { TZifError("its last line is no rule") }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// `EST`, or `<+0330>`.
    private mutating func name() throws(TZifError) {
        if skip("<") {
            while let byte = next, byte != UInt8(ascii: ">") {
                guard byte > 0x20, byte < 0x7F else { throw failure }
                position += 1
            }
            guard skip(">") else { throw failure }
            return
        }
        let start = position
        while let byte = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { position += 1 }
        guard position - start >= 3 else { throw failure }
    }

    /// `[+-]h[:m[:s]]`, in seconds.
    private mutating func time(upTo hours: Int) throws(TZifError) -> Int {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        var seconds = try number(0...hours) * 3_600
        if skip(":") { seconds += try number(0...59) * 60 }
        if skip(":") { seconds += try number(0...59) }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.2.0/2`, `,J60` or `,59`.
    private mutating func change() throws(TZifError) -> PosixRule.Change {
        guard skip(",") else { throw failure }
        let day: PosixRule.Change.Day
        if skip("M") {
            let month = try number(1...12)
            guard skip(".") else { throw failure }
            let week = try number(1...5)
            guard skip(".") else { throw failure }
            day = .ofMonth(month, week: week, weekday: try number(0...6))
        } else if skip("J") {
            day = .ofCommonYear(try number(1...365))
        } else {
            day = .ofYear(try number(0...365))
        }
        // Version 3 and later: up to a week away.
        return PosixRule.Change(day: day, time: skip("/") ? try time(upTo: 167) : 7_200)
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(TZifError) -> Int {
        let start = position
        var value = 0
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, position - start < 4 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard position > start, range.contains(value) else { throw failure }
        return value
    }
}
