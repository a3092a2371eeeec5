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
