/// cronie's rules once more, as plainly as they can be put: a clock that goes on minute by minute, and for every minute
/// the question of find_jobs() in cronie's cron.c. It shares no code with what it is held against.
struct CronieOracle {
    /// A minute in which something fires.
    struct Firing {
        /// Since 1970.
        let minute: Int
        /// Bit 5: at second 5.
        var seconds: UInt64
    }

    private let seconds: UInt64
    private let isInterval: Bool
    private let firstDay: Int
    /// By day from `firstDay`.
    private let days: [Bool]
    /// By minute of local time, from the start of `firstDay`.
    private let fires: [Bool]

    /// - Parameter range: the local days that are asked about, since 1970; within `OracleDays`.
    init(_ text: String, days range: Range<Int>) {
        var fields = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { $0.lowercased() }
        if fields.count == 5 { fields.insert("0", at: 0) }
        seconds = Self.numbers(fields[0], 0...59).reduce(0) { $0 | 1 << UInt64($1) }
        let minutes = Self.numbers(fields[1], 0...59)
        let hours = Self.numbers(fields[2], 0...23)
        let months = Self.numbers(fields[4], 1...12)
        let monthDays = fields[3].split(separator: ",").map(String.init)
        let weekdays = fields[5].split(separator: ",").map(String.init)
        let needsBoth = fields[3].hasPrefix("*") || fields[5].hasPrefix("*")
        isInterval = fields[1].hasPrefix("*") || fields[2].hasPrefix("*")
        firstDay = range.lowerBound
        let times = (0..<1_440).map { hours.contains($0 / 60) && minutes.contains($0 % 60) }
        let none = [Bool](repeating: false, count: 1_440)
        days = range.map {
            Self.isDay(OracleDays.all[$0 - OracleDays.first], months, monthDays, weekdays, needsBoth)
        }
        var fires: [Bool] = []
        fires.reserveCapacity(days.count * 1_440)
        for day in days { fires += day ? times : none }
        self.fires = fires
    }

    /// About how many times there are, were all its days in one stretch.
    var size: Int { fires.count(where: { $0 }) * seconds.nonzeroBitCount }

    /// Whether any time fires on a local day, counted from 1970.
    func hasDay(_ day: Int) -> Bool { days[day - firstDay] }

    /// What fires within a stretch of time, minute by minute.
    func firings(in zone: ZoneMinutes) -> [Firing] {
        var found: [Firing] = []
        fires.withUnsafeBufferPointer { fires in
            zone.clocks.withUnsafeBufferPointer { clocks in
                guard let fires = fires.baseAddress, let clocks = clocks.baseAddress else { return }
                let base = firstDay * 1_440
                // The latest minute that the clock has shown.
                var virtual = Int(clocks[0]) - 1
                for index in 0..<zone.clocks.count {
                    let clock = Int(clocks[index])
                    var minute = Firing(minute: zone.first + index, seconds: 0)
                    if isInterval {
                        if fires[clock - base] { minute.seconds = seconds }
                    } else if clock > virtual {
                        if fires[clock - base] { minute.seconds = seconds }
                        var skipped = virtual + 1
                        while skipped < clock {
                            // Late, at the first second, however many they are.
                            if fires[skipped - base] { minute.seconds |= 1 }
                            skipped += 1
                        }
                        virtual = clock
                    }
                    if minute.seconds != 0, minute.minute >= zone.shown { found.append(minute) }
                }
            }
        }
        return found
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
        let isBack = item.hasPrefix("l-")
        if isBack, !item.hasSuffix("w") { return day.day == day.length - (Int(item.dropFirst(2)) ?? 0) }
        if item.hasSuffix("w") {
            let number = Int(item.dropFirst(isBack ? 2 : 0).dropLast()) ?? 0
            let wanted = isBack ? day.length - number : number
            guard 1...day.length ~= wanted else { return false }
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
