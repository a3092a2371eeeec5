internal import Diagnostics
internal import Platform

/// Quartz's and Jenkins' additions.
extension CronFieldParser {
    /// `L`, `LW`, `L-3` or `L-3W`.
    mutating func readLastDay(_ item: Range<Int>) throws(CronError) {
        _ = skip("L")
        if position == end { return rules.append(.last(minus: 0)) }
        if skip("W") {
            if position == end { return rules.append(.lastWorkday(minus: 0)) }
            if next == UInt8(ascii: "-") {
                throw invalid(
                    item, hint: "the workday nearest to three days before the last one is `L-3W`")
            }
        } else if skip("-") {
            let start = position
            if let days = readNumber() {
                let number = start..<position
                let isWorkday = skip("W")
                if position == end {
                    guard 1...30 ~= days else {
                        throw invalid(number, hint: "behind `L-` stands a number from 1 to 30")
                    }
                    return rules.append(isWorkday ? .lastWorkday(minus: days) : .last(minus: days))
                }
            }
        }
        throw invalid(item, hint: "write `L`, `L-3`, `LW` or `L-3W`")
    }

    /// What makes a rule of a single value: `15W`, `5L` or `5#3`.
    ///
    /// - Returns: false when the value stands for itself.
    mutating func readDayRule(_ value: Int, _ item: Range<Int>) throws(CronError) -> Bool {
        switch (field, next.map { $0 & ~0x20 }) {
        case (.dayOfMonth, UInt8(ascii: "W")):
            position += 1
            guard position == end else { throw invalid(item, hint: "`W` goes with a single day: `15W`") }
            rules.append(.workday(nearest: value))
        case (.dayOfMonth, UInt8(ascii: "L")):
            throw invalid(item, hint: "the last day is `L`, three days before it is `L-3`")
        case (.dayOfWeek, UInt8(ascii: "L")):
            position += 1
            guard position == end else { throw invalid(item, hint: "`L` goes with a single day: `5L`") }
            rules.append(.lastWeekday(value % 7))
        case (.dayOfWeek, _) where next == UInt8(ascii: "#"):
            position += 1
            let start = position
            if skip("L"), position == end {
                rules.append(.lastWeekday(value % 7))
                return true
            }
            position = start
            guard let number = readNumber(), position == end, 1...5 ~= number else {
                throw invalid(
                    start == end ? item : start..<end, hint: "behind `#` stands a number from 1 to 5, or `L`: `5#3`")
            }
            rules.append(.weekday(value % 7, number: number))
        default: return false
        }
        return true
    }

    /// `H`, `H(0-7)`, `H/15` or `H(0-29)/10`.
    mutating func readHash(_ item: Range<Int>) throws(CronError) {
        _ = skip("H")
        var chosen = field.hashRange
        if skip("(") {
            let start = position
            let low = try readValue(item)
            guard skip("-") else { throw invalid(item, hint: Self.hashHint) }
            let high = try readValue(item)
            guard skip(")") else { throw invalid(item, hint: Self.hashHint) }
            guard low <= high else { throw descending(start..<(position - 1), low: low, start: nil) }
            guard field != .dayOfMonth || low <= 28 else {
                throw invalid(start..<(position - 1), hint: "`H` chooses from the days 1 to 28, which every month has")
            }
            chosen = low...(field == .dayOfMonth ? min(high, 28) : high)
        }
        if position < end, next != UInt8(ascii: "/") { throw invalid(item, hint: Self.hashHint) }
        let step = try readStep(item)
        if seed.isEmpty {
            warnings.append(
                CronWarning(
                    message: "`\(shown(item))` has no name to choose by, so that it is the same for all",
                    range: item, hint: "write a number"))
        }
        let hash = CronHash(seed: seed, field: field)
        guard let step else { return values |= 1 << UInt64(chosen.lowerBound + hash.choice(of: chosen.count)) }
        if step > chosen.count {
            warnings.append(
                CronWarning(
                    message: "the step of `\(shown(item))` is larger than its range, so that it means `H` alone",
                    range: item, hint: "a step counts within one \(field.whole)"))
        }
        let first = chosen.lowerBound + hash.choice(of: min(step, chosen.count))
        for value in stride(from: first, through: chosen.upperBound, by: step) { values |= 1 << UInt64(value) }
    }

    private static let hashHint = "write `H`, `H(0-7)`, `H/15` or `H(0-29)/10`"
}

extension CronFieldParser {
    /// "`x` is no minute of a schedule", with what may stand there.
    func invalid(_ range: Range<Int>, hint: String? = nil) -> CronError {
        CronError("`\(shown(range))` is no \(field.name) of a schedule", at: range, hint: hint ?? form(of: range))
    }

    func outside(_ number: Int, _ range: Range<Int>) -> CronError {
        if field == .dayOfWeek, hasSeconds, 1970...2199 ~= number {
            return invalid(
                range, hint: "with six fields the first is for seconds, and there is none for years")
        }
        return invalid(range, hint: "it goes from \(field.range.lowerBound) to \(field.range.upperBound)")
    }

    /// - Parameter name: in lower case.
    func unknown(_ name: String, _ range: Range<Int>) -> CronError {
        if field == .dayOfWeek, name == "l" {
            return invalid(range, hint: "`L` needs a day of the week before it: `5L` is the last Friday")
        }
        let short = field.words.first { name.utf8.count > 3 && name.hasPrefix($0) }
        let hint = short.map { "write `\($0)`" } ?? Spelling.hint(for: name, in: field.words)
        let names =
            field.words.isEmpty
            ? form(of: range) : "names are \(field.words.joined(separator: " "))"
        return invalid(range, hint: hint ?? names)
    }

    /// - Parameters:
    ///   - range: of `low-high`.
    ///   - start: of the high end, nil inside of `H(…)`, where two ranges cannot be had.
    func descending(_ range: Range<Int>, low: Int, start: Int?) -> CronError {
        guard let start else { return invalid(range, hint: "a range goes from low to high") }
        let (first, second) = (shown(range.lowerBound..<(start - 1)), shown(start..<position))
        let isNamed = !field.words.isEmpty && text[range.lowerBound] > UInt8(ascii: "9")
        // After Saturday comes 7, and then Monday.
        let lowest = field == .dayOfWeek ? 1 : field.range.lowerBound
        let names = field == .dayOfWeek ? ("sun", "mon") : ("dec", "jan")
        let (last, next) = isNamed ? names : ("\(field.range.upperBound)", "\(lowest)")
        let tail = second == next ? next : "\(next)-\(second)"
        let head = first == last ? first : "\(first)-\(last)"
        return invalid(
            range.lowerBound..<position, hint: "a range goes from low to high; write `\(head),\(tail)`")
    }

    func shown(_ range: Range<Int>) -> String { Self.shown(text[range]) }

    /// Ready to be shown, and not longer than a line.
    static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        Printable.short(String(decoding: bytes, as: UTF8.self))
    }

    /// What may stand in the field.
    private func form(of range: Range<Int>) -> String {
        let bytes = text[range]
        if bytes.contains(UInt8(ascii: "~")) { return "what `~` picks changes; write `H(0-30)`, which stays the same" }
        if bytes.elementsEqual("?".utf8) { return "write `*`" }
        if bytes.contains(where: { $0 < 0x20 }) { return "a schedule stands in one line, with blanks between fields" }
        return "write `*`, `5`, `1-5`, `*/15` or a list of such"
    }
}
