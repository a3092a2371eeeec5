/// Schedules as people say them. What is not said here in words is shown as it is written.
enum CronWords {
    /// "every day at 03:00", "Monday to Friday at 08:00 and 17:30". nil: there are no plain words for it.
    static func text(_ cron: String) -> String? {
        if let name = names[cron.lowercased()] { return name }
        var fields = cron.split(separator: " ").map(String.init)
        if fields.count == 6 {
            guard fields[0] == "0" else { return nil }
            fields.removeFirst()
        }
        guard fields.count == 5 else { return nil }
        guard let time = time(minute: fields[0], hour: fields[1]),
            let days = days(day: fields[2], month: fields[3], weekday: fields[4])
        else { return nil }
        if time.isInterval { return days.isEmpty ? time.text : "\(time.text), \(days)" }
        return (days.isEmpty ? "every day" : days) + " at " + time.text
    }

    private static let names = [
        "@hourly": "every hour", "@daily": "every day at 00:00", "@midnight": "every day at 00:00",
        "@weekly": "every Sunday at 00:00", "@monthly": "on day 1 of every month at 00:00",
        "@yearly": "on day 1 in January at 00:00", "@annually": "on day 1 in January at 00:00",
    ]

    /// The text, and whether it tells of intervals rather than of times of the day.
    private static func time(minute: String, hour: String) -> (text: String, isInterval: Bool)? {
        if hour == "*" {
            if minute == "*" { return ("every minute", true) }
            if let step = step(minute, of: 60) { return ("every \(step) minutes", true) }
            guard let minutes = numbers(minute, 0...59), minutes.count <= 4 else { return nil }
            return ("every hour at " + list(minutes.map { ":\(twoDigits($0))" }), true)
        }
        guard let minutes = numbers(minute, 0...59) else { return nil }
        if let step = step(hour, of: 24) {
            return minutes.count == 1 ? ("every \(step) hours at :\(twoDigits(minutes[0]))", true) : nil
        }
        guard let hours = numbers(hour, 0...23), hours.count * minutes.count <= 4 else { return nil }
        return (list(hours.flatMap { hour in minutes.map { "\(twoDigits(hour)):\(twoDigits($0))" } }), false)
    }

    /// Empty: on all days.
    private static func days(day: String, month: String, weekday: String) -> String? {
        var text: String
        switch (day, weekday) {
        case ("*", "*"): text = ""
        case ("*", let weekday):
            guard let words = weekdays(weekday) else { return nil }
            text = words
        case (let day, "*"):
            guard let days = numbers(day, 1...31) else { return nil }
            text = "on day\(days.count == 1 ? "" : "s") " + list(days.map(String.init))
            if month == "*" { text += " of every month" }
        default: return nil
        }
        if month == "*" { return text }
        guard let months = numbers(month, 1...12) else { return nil }
        return (text.isEmpty ? "every day" : text) + " in " + list(months.map { monthNames[$0 - 1] })
    }

    private static func weekdays(_ field: String) -> String? {
        let ends = field.split(separator: "-", omittingEmptySubsequences: false).map { weekday(String($0)) }
        if ends.count == 2, let first = ends[0], let last = ends[1] { return "\(first) to \(last)" }
        let names = field.split(separator: ",", omittingEmptySubsequences: false).map { weekday(String($0)) }
        let known = names.compactMap { $0 }
        return known.count == names.count ? "every " + list(known) : nil
    }

    private static func weekday(_ text: String) -> String? {
        if let number = Int(text), text.allSatisfy(\.isNumber), (0...7).contains(number) {
            return weekdayNames[number % 7]
        }
        return weekdayNames.first { $0.lowercased().hasPrefix(text.lowercased()) && text.count == 3 }
    }

    /// Of `*/15`, where it divides the whole, so that its intervals are all the same.
    private static func step(_ field: String, of whole: Int) -> Int? {
        guard field.hasPrefix("*/"), let step = Int(field.dropFirst(2)), step > 1, step < whole, whole % step == 0
        else {
            return nil
        }
        return step
    }

    private static func numbers(_ field: String, _ range: ClosedRange<Int>) -> [Int]? {
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }.filter(range.contains)
        return numbers.count == parts.count ? numbers : nil
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    static let weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
