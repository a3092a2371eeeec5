internal import Diagnostics
internal import Platform

/// Reads a schedule's text: its fields as a whole. See `CronFieldParser` for what is in one.
struct CronParser {
    private let text: [UInt8]
    private let seed: String
    private(set) var warnings: [CronWarning] = []

    private static let longest = 1_000
    private static let order = "minute, hour, day of month, month, day of week: `0 3 * * *`"
    private static let macros: KeyValuePairs = [
        "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
        "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
    ]

    init(_ text: String, seed: String) {
        self.text = Array(text.utf8)
        self.seed = seed
    }

    mutating func parse() throws(CronError) -> CronTable {
        guard text.count <= Self.longest else {
            throw CronError(
                "a schedule has \(Self.longest) bytes at most, and this one has \(text.count)", at: 0..<text.count)
        }
        let parts = words()
        guard let first = parts.first, let last = parts.last else {
            throw CronError("a schedule has 5 fields, and this one is empty", at: 0..<text.count, hint: Self.order)
        }
        let whole = first.lowerBound..<last.upperBound
        if text[first.lowerBound] == UInt8(ascii: "@") {
            guard parts.count == 1 else { throw macroError(whole) }
            return try macro(whole)
        }
        if text[first].contains(UInt8(ascii: "=")) {
            throw CronError(
                "`\(shown(first))` is no field of a schedule", at: first,
                hint: "the zone stands beside the schedule, under `timezone`")
        }
        guard 5...6 ~= parts.count else {
            throw CronError(
                "a schedule has 5 fields, and this one has \(parts.count)", at: whole,
                hint: parts.count < 5
                    ? Self.order : "\(Self.order); seconds may stand before them, and there is no field for years")
        }
        return try table(parts)
    }

    /// Where words stand; cron knows blanks and tabs only.
    private func words() -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                if let begun = start { words.append(begun..<index) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let start { words.append(start..<text.count) }
        return words
    }

    private mutating func table(_ parts: [Range<Int>]) throws(CronError) -> CronTable {
        var table = CronTable(seconds: 1)
        let fields = parts.count == 6 ? CronField.allCases : Array(CronField.allCases.dropFirst())
        for (field, range) in zip(fields, parts) {
            var parser = CronFieldParser(text, field, at: range, seed: seed, hasSeconds: parts.count == 6)
            try parser.parse()
            warnings += parser.warnings
            let isStar = text[range.lowerBound] == UInt8(ascii: "*")
            switch field {
            case .second: table.seconds = parser.values
            case .minute, .hour:
                if field == .minute { table.minutes = parser.values } else { table.hours = parser.values }
                table.isInterval = table.isInterval || isStar
            case .dayOfMonth:
                (table.monthDays, table.monthDayRules) = (parser.values, parser.rules)
                table.needsBoth = isStar
            case .month: table.months = parser.values
            case .dayOfWeek:
                // Sunday is 0 and 7.
                table.weekdays = (parser.values | parser.values >> 7) & 0x7F
                table.weekdayRules = parser.rules
                table.needsBoth = table.needsBoth || isStar
            }
        }
        if !table.hasDays { throw never(table, parts) }
        return table
    }

    private func never(_ table: CronTable, _ parts: [Range<Int>]) -> CronError {
        let (days, months, week) = (parts[parts.count - 3], parts[parts.count - 2], parts[parts.count - 1])
        if table.weekdays == 0x7F {
            let length = (1...12).filter { table.months & 1 << UInt64($0) != 0 }.map { [31, 29, 30][Self.kind($0)] }
            return CronError(
                "day of month `\(shown(days))` never comes in month `\(shown(months))`",
                at: days.lowerBound..<months.upperBound,
                hint: "no month that is named has more than \(length.max() ?? 31) days")
        }
        return CronError(
            "no day is `\(shown(days))` of month `\(shown(months))` and `\(shown(week))` of the week",
            at: days.lowerBound..<week.upperBound,
            hint: "both must match, because the text of one of them begins with `*`")
    }

    private static func kind(_ month: Int) -> Int { month == 2 ? 1 : [4, 6, 9, 11].contains(month) ? 2 : 0 }

    private mutating func macro(_ range: Range<Int>) throws(CronError) -> CronTable {
        let word = String(decoding: text[range], as: UTF8.self).lowercased()
        guard let meaning = Self.macros.first(where: { $0.key == word })?.value else { throw macroError(range) }
        var parser = CronParser(meaning, seed: seed)
        return try parser.parse()
    }

    private func macroError(_ range: Range<Int>) -> CronError {
        let word = String(decoding: text[range], as: UTF8.self).lowercased()
        let message = "`\(shown(range))` is no schedule"
        if word == "@reboot" {
            return CronError(
                message, at: range,
                hint: "a start of the system is no time; `on.watch` takes what is there when the service starts")
        }
        if word.hasPrefix("@every") {
            return CronError(message, at: range, hint: "write `*/5 * * * *` for every 5 minutes")
        }
        let names = Self.macros.map(\.key)
        return CronError(
            message, at: range,
            hint: Spelling.hint(for: word, in: names) ?? "there are \(names.joined(separator: " "))")
    }

    private func shown(_ range: Range<Int>) -> String { CronFieldParser.shown(text[range]) }
}

/// What is wrong with a schedule's text.
public struct CronError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that names the field.
    public let message: String
    /// The part of the text that is to blame, in offsets of UTF-8.
    public let range: Range<Int>
    public let hint: String?

    public init(_ message: String, at range: Range<Int>, hint: String? = nil) {
        self.message = message
        self.range = range
        self.hint = hint
    }

    public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}

/// Something in a schedule's text that can be carried out, and is probably not what was meant.
public struct CronWarning: Hashable, Sendable, CustomStringConvertible {
    public let message: String
    /// The part of the text, in offsets of UTF-8.
    public let range: Range<Int>
    public let hint: String

    public var description: String { "\(message); \(hint)" }
}
