internal import Diagnostics
internal import Platform

/// Reads one field of a schedule: a list of values, ranges and steps.
struct CronFieldParser {
    let text: [UInt8]
    let field: CronField
    let range: Range<Int>
    let seed: String
    /// Whether the schedule has a field for seconds, for hints.
    let hasSeconds: Bool
    /// The values that are meant, a bit each.
    var values: UInt64 = 0
    var rules: [DayRule] = []
    var warnings: [CronWarning] = []
    /// In the item that is being read.
    var position: Int
    var end: Int

    init(_ text: [UInt8], _ field: CronField, at range: Range<Int>, seed: String, hasSeconds: Bool) {
        self.text = text
        self.field = field
        self.range = range
        self.seed = seed
        self.hasSeconds = hasSeconds
        (position, end) = (range.lowerBound, range.upperBound)
    }

    mutating func parse() throws(CronError) {
        var start = range.lowerBound
        while start <= range.upperBound {
            (position, end) = (
                start, text[start..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? range.upperBound
            )
            guard start < end else {
                throw CronError(
                    "a list of the \(field.name) lacks a value: `\(shown(range))`", at: start..<end,
                    hint: "commas stand between values: `0,30`")
            }
            try readItem(start..<end)
            start = end + 1
        }
    }

    private mutating func readItem(_ item: Range<Int>) throws(CronError) {
        if skip("*") { return try readSteps(from: field.range.lowerBound, through: field.range.upperBound, item) }
        if let first = next, first | 0x20 == UInt8(ascii: "h") { return try readHash(item) }
        if field == .dayOfMonth, let first = next, first | 0x20 == UInt8(ascii: "l") { return try readLastDay(item) }
        let low = try readValue(item)
        if try readDayRule(low, item) { return }
        if skip("-") {
            let start = position
            var high = try readValue(item)
            if field == .dayOfMonth, let next, next | 0x20 == UInt8(ascii: "w") {
                throw invalid(item, hint: "`W` goes with a single day: `15W`")
            }
            // `fri-sun`: as the end of a range, Sunday is 7.
            if field == .dayOfWeek, high == 0, low > 0 { high = 7 }
            guard low <= high else { throw descending(item, low: low, start: start) }
            return try readSteps(from: low, through: high, item)
        }
        if position == end { return values |= 1 << UInt64(low) }
        try readSteps(from: low, through: field.range.upperBound, item)
    }

    /// What may stand behind a range: nothing, or `/` and a step.
    private mutating func readSteps(from low: Int, through high: Int, _ item: Range<Int>) throws(CronError) {
        let step = try readStep(item) ?? 1
        for value in stride(from: low, through: high, by: step) { values |= 1 << UInt64(value) }
        warnUnlessEven(step, from: low, through: high, item)
    }

    /// - Returns: nil when no step stands there, and the item has ended.
    mutating func readStep(_ item: Range<Int>) throws(CronError) -> Int? {
        guard position < end else { return nil }
        guard skip("/") else { throw invalid(item) }
        let start = position
        guard let step = readNumber(), position == end, step > 0 else {
            throw CronError(
                start == end
                    ? "the \(field.name) lacks the step after `/`"
                    : "`\(shown(start..<end))` is no step of the \(field.name)",
                at: start == end ? item : start..<end, hint: "a step is a number from 1")
        }
        return step
    }

    /// Where steps do not go on evenly, they are mostly mistaken for an interval.
    private mutating func warnUnlessEven(_ step: Int, from low: Int, through high: Int, _ item: Range<Int>) {
        guard step > 1 else { return }
        let cycle = field.cycle
        if step > high - low {
            let only = "only \(field.name) \(low) is left"
            warnings.append(
                CronWarning(
                    message: "the step of `\(shown(item))` is larger than its range, so that \(only)", range: item,
                    hint: "a step counts within one \(field.whole); write `\(low)` if that is meant"))
        } else if high - low + 1 >= cycle, step * 2 > cycle, cycle % step != 0 {
            let both = "\(field.name) \(low) and \(low + step)"
            warnings.append(
                CronWarning(
                    message: "`\(shown(item))` means \(both) of every \(field.whole), not every \(step) \(field.name)s",
                    range: item, hint: "write `\(low),\(low + step)` if that is meant"))
        }
    }

    /// A number or a name, within the field's range.
    mutating func readValue(_ item: Range<Int>) throws(CronError) -> Int {
        let start = position
        if let number = readNumber() {
            guard field.range.contains(number) else { throw outside(number, start..<position) }
            return number
        }
        while let byte = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { position += 1 }
        let name = String(decoding: text[start..<position], as: UTF8.self).lowercased()
        if let index = field.words.firstIndex(of: name) { return index + field.range.lowerBound }
        // `friL`
        if field == .dayOfWeek, name.hasSuffix("l"), let index = field.words.firstIndex(of: String(name.dropLast())) {
            position -= 1
            return index
        }
        guard start < position else { throw invalid(item) }
        throw unknown(name, start..<position)
    }

    /// Up to four digits; nil, with nothing read, when there are none or more.
    mutating func readNumber() -> Int? {
        let start = position
        var number = 0
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, position - start < 5 {
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        if 1...4 ~= position - start { return number }
        position = start
        return nil
    }

    var next: UInt8? { position < end ? text[position] : nil }

    /// Letters are compared without case.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next,
            next == UInt8(ascii: character)
                || (character.properties.isUppercase && next & ~0x20 == UInt8(ascii: character))
        else { return false }
        position += 1
        return true
    }
}
