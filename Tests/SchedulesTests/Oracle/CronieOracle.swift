/// cronie's rules once more, as plainly as they can be put: a clock that goes on minute by minute, and for every minute
/// the question of find_jobs() in cronie's cron.c. It shares no code with what it is held against.
struct CronieOracle {
    private let seconds: [Int]
    private let minutes: Set<Int>
    private let hours: Set<Int>
    private let months: Set<Int>
    private let monthDays: [String]
    private let weekdays: [String]
    private let needsBoth: Bool
    private let isInterval: Bool
    /// By minute of the day.
    private let times: [Bool]
    /// By day from `OracleDays.first`.
    private let days: [Bool]

    init(_ text: String, days range: Range<Int> = 0..<OracleDays.all.count) {
        var fields = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { $0.lowercased() }
        if fields.count == 5 { fields.insert("0", at: 0) }
        seconds = Self.numbers(fields[0], 0...59).sorted()
        let minutes = Self.numbers(fields[1], 0...59)
        let hours = Self.numbers(fields[2], 0...23)
        months = Self.numbers(fields[4], 1...12)
        (self.minutes, self.hours) = (minutes, hours)
        monthDays = fields[3].split(separator: ",").map(String.init)
        weekdays = fields[5].split(separator: ",").map(String.init)
        needsBoth = fields[3].hasPrefix("*") || fields[5].hasPrefix("*")
        isInterval = fields[1].hasPrefix("*") || fields[2].hasPrefix("*")
        times = (0..<1_440).map { hours.contains($0 / 60) && minutes.contains($0 % 60) }
        var days = [Bool](repeating: false, count: OracleDays.all.count)
        for index in range {
            days[index] = Self.isDay(OracleDays.all[index], months, monthDays, weekdays, needsBoth)
        }
        self.days = days
    }

    /// Whether any time fires on a local day.
    func hasDay(_ index: Int) -> Bool { days[index] }

    /// The times from one second up to another, both whole minutes and far from any change of clocks.
    func times(from start: Int, to end: Int, in zone: ZoneDump) -> [Int] {
        var found: [Int] = []
        var stretch = zone.stretch(at: start)
        var minute = start / 60
        var virtual = minute + zone.offsets[stretch] / 60 - 1
        while minute < end / 60 {
            if stretch + 1 < zone.starts.count, zone.starts[stretch + 1] / 60 <= minute { stretch += 1 }
            let clock = minute + zone.offsets[stretch] / 60
            if isInterval {
                if fires(clock) { found += seconds.map { minute * 60 + $0 } }
            } else if clock > virtual {
                let isLate = clock - virtual > 1 && ((virtual + 1)..<clock).contains { fires($0) }
                if isLate { found.append(minute * 60) }
                if fires(clock) { found += seconds.filter { !isLate || $0 != 0 }.map { minute * 60 + $0 } }
                virtual = clock
            }
            minute += 1
            // Hours in which nothing can fire are passed over, if clocks go on evenly through them.
            let next = minute + zone.offsets[stretch] / 60
            guard next % 60 == 0, isInterval || next == virtual + 1, !canFire(hour: next / 60) else { continue }
            if stretch + 1 < zone.starts.count, zone.starts[stretch + 1] / 60 <= minute + 60 { continue }
            minute += 60
            virtual = max(virtual, next + 59)
        }
        return found
    }

    /// - Parameter minute: of local time, since 1970.
    private func fires(_ minute: Int) -> Bool {
        times[minute % 1_440] && days[minute / 1_440 - OracleDays.first]
    }

    private func canFire(hour: Int) -> Bool {
        hours.contains(hour % 24) && days[hour / 24 - OracleDays.first]
    }

    private static func isDay(
        _ day: OracleDays.Day, _ months: Set<Int>, _ monthDays: [String], _ weekdays: [String], _ needsBoth: Bool
    ) -> Bool {
        guard months.contains(day.month) else { return false }
        let byMonth = monthDays.contains { isMonthDay(day, $0) }
        let byWeek = weekdays.contains { isWeekday(day, $0) }
        return needsBoth ? byMonth && byWeek : byMonth || byWeek
    }

    private static func isMonthDay(_ day: OracleDays.Day, _ item: String) -> Bool {
        /// The day of the week of another day of the month.
        func weekday(_ other: Int) -> Int { (day.weekday + other - day.day + 70) % 7 }
        func isWorkday(_ other: Int) -> Bool { 1...5 ~= weekday(other) }
        if item == "l" { return day.day == day.length }
        if item == "lw" { return isWorkday(day.day) && !(day.day..<day.length).contains { isWorkday($0 + 1) } }
        if item.hasPrefix("l-") { return day.day == day.length - (Int(item.dropFirst(2)) ?? 0) }
        if item.hasSuffix("w") {
            let wanted = Int(item.dropLast()) ?? 0
            guard wanted <= day.length else { return false }
            let nearest = (1...day.length).filter(isWorkday).min { abs($0 - wanted) < abs($1 - wanted) }
            return day.day == nearest
        }
        return numbers(item, 1...31).contains(day.day)
    }

    private static func isWeekday(_ day: OracleDays.Day, _ item: String) -> Bool {
        let parts = item.split(separator: "#").map(String.init)
        if parts.count == 2, parts[1] != "l" {
            return number(parts[0]) % 7 == day.weekday && (day.day + 6) / 7 == Int(parts[1])
        }
        if item.hasSuffix("l") {
            let wanted = number(item.hasSuffix("#l") ? String(item.dropLast(2)) : String(item.dropLast())) % 7
            return wanted == day.weekday && day.day + 7 > day.length
        }
        return numbers(item, 0...7).contains { $0 % 7 == day.weekday }
    }

    private static func numbers(_ field: String, _ range: ClosedRange<Int>) -> Set<Int> {
        var set: Set<Int> = []
        for item in field.split(separator: ",") {
            let parts = item.split(separator: "/").map(String.init)
            var (low, high) = (range.lowerBound, range.upperBound)
            if parts[0] != "*" {
                let ends = parts[0].split(separator: "-").map { number(String($0)) }
                low = ends[0]
                high = ends.count == 2 ? ends[1] : parts.count == 2 ? range.upperBound : low
                if range.upperBound == 7, high == 0, low > 0 { high = 7 }
            }
            let step = parts.count == 2 ? Int(parts[1]) ?? 1 : 1
            for value in low...high where (value - low) % step == 0 { set.insert(value) }
        }
        return set
    }

    private static func number(_ text: String) -> Int {
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return Int(text) ?? days.firstIndex(of: text) ?? months.firstIndex(of: text).map { $0 + 1 } ?? -1
    }
}
