internal import Glibc
public import Platform

/// Dates in header fields (RFC 9110, section 5.6.7). They are exact to the second.
public enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// As it is sent: "Sun, 06 Nov 1994 08:49:37 GMT". Parts of a second are dropped.
    public static func text(_ time: Timestamp) -> String {
        let seconds = seconds(of: time)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        let date = Timestamp.civil(fromDays: days)
        // 1970-01-01 was a Thursday.
        let weekday = weekdays[Int(((days + 4) % 7 + 7) % 7)]
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let year = String(repeating: "0", count: max(0, 4 - "\(date.year)".count)) + "\(date.year)"
        return "\(weekday), \(two(date.day)) \(months[Int(date.month) - 1]) \(year) "
            + "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }

    /// Whole seconds since 1970, as a date in a header has them.
    public static func seconds(of time: Timestamp) -> Int64 {
        let microseconds = time.microseconds
        return microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
    }

    /// Reads the three formats: IMF-fixdate, RFC 850 ("Sunday, 06-Nov-94 08:49:37 GMT") and asctime ("Sun Nov  6 08:49:37
    /// 1994"). The day of the week is not held against the date.
    ///
    /// - Parameter now: years of two digits that would lie more than 50 years after it are those of the century before.
    /// - Returns: nil: it is no date.
    public static func read(_ text: String, now: Timestamp = .now()) -> Timestamp? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
            guard words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            return time(day: words[1], month: words[2], year: number(words[3]), clock: words[4])
        case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2, let short = number(parts[2])
            else { return nil }
            let thisYear = Timestamp.civil(fromDays: seconds(of: now) / 86_400).year
            var year = thisYear / 100 * 100 + short
            if year > thisYear + 50 { year -= 100 }
            return time(day: parts[0], month: parts[1], year: year, clock: words[2])
        case 5 where words[0].utf8.count == 3:
            guard words[4].utf8.count == 4 else { return nil }
            return time(day: words[2], month: words[1], year: number(words[4]), clock: words[3])
        default: return nil
        }
    }

    private static func time(day: Substring, month: Substring, year: Int64?, clock: Substring) -> Timestamp? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard let year, let month = months.firstIndex(where: { $0 == month }), let day = number(day), parts.count == 3,
            parts.allSatisfy({ $0.utf8.count == 2 }), let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var time = tm()
        time.tm_year = Int32(year - 1_900)
        time.tm_mon = Int32(month)
        time.tm_mday = Int32(day)
        time.tm_hour = Int32(hour)
        time.tm_min = Int32(minute)
        time.tm_sec = Int32(second)
        let seconds = timegm(&time)
        // The 31st of a month that has none became the next month's first.
        guard time.tm_mday == Int32(day) || second == 60 else { return nil }
        return Timestamp(microseconds: Int64(seconds) * 1_000_000)
    }

    private static func number(_ text: Substring) -> Int64? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
