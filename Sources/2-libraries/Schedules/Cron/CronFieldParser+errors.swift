internal import Diagnostics
internal import Platform

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
