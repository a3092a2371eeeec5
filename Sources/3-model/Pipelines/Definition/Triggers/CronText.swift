/// What can be said of a schedule's text without computing times: the number of its fields, their characters and numbers.
enum CronText {
    struct Problem {
        let message: String
        /// The part of the text that is to blame.
        let part: String
        let hint: String?
    }

    private static let nicknames = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"]
    private static let fields: [(name: String, range: ClosedRange<Int>, words: [String])] = [
        ("minute", 0...59, []), ("hour", 0...23, []), ("day of month", 1...31, []),
        ("month", 1...12, ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
        ("day of week", 0...7, ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
    ]

    static func problem(in text: String) -> Problem? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        if let first = parts.first, first.hasPrefix("@") {
            return parts.count == 1 && nicknames.contains(first)
                ? nil
                : Problem(
                    message: "`\(text)` is no schedule", part: text,
                    hint: "there are \(nicknames.joined(separator: " "))")
        }
        guard parts.count == fields.count else {
            return Problem(
                message: "a schedule has 5 fields, and this one has \(parts.count)", part: text,
                hint: "minute, hour, day of month, month, day of week: `0 3 * * *`")
        }
        for (part, field) in zip(parts, fields) {
            for item in part.split(separator: ",", omittingEmptySubsequences: false) {
                if let hint = problem(inItem: item, field.range, field.words) {
                    return Problem(message: "`\(part)` is no \(field.name) of a schedule", part: part, hint: hint)
                }
            }
        }
        return nil
    }

    /// One item of a list: `*`, `5`, `1-5`, with `/2` behind it.
    private static func problem(inItem item: Substring, _ range: ClosedRange<Int>, _ words: [String]) -> String? {
        let pieces = item.split(separator: "/", omittingEmptySubsequences: false)
        if pieces.count > 2 || item.isEmpty { return "write `*`, `5`, `1-5`, `*/15` or a list of such" }
        if pieces.count == 2, (number(pieces[1], []) ?? 0) < 1 { return "a step is a number from 1" }
        if pieces[0] == "*" { return nil }
        let ends = pieces[0].split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.map { number($0, words, from: range.lowerBound) }
        guard ends.count <= 2, numbers.allSatisfy({ $0 != nil }) else {
            return "write `*`, `5`, `1-5`, `*/15` or a list of such"
        }
        let values = numbers.compactMap { $0 }
        if !values.allSatisfy(range.contains) { return "it goes from \(range.lowerBound) to \(range.upperBound)" }
        if values.count == 2, values[0] > values[1] { return "a range goes from low to high" }
        return nil
    }

    private static func number(_ text: Substring, _ words: [String], from first: Int = 0) -> Int? {
        if let index = words.firstIndex(of: text.lowercased()) { return index + first }
        guard !text.isEmpty, text.utf8.count <= 4,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
