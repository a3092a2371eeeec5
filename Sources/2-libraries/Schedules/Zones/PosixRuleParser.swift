/// Reads the rule in a TZif file's last line.
struct PosixRuleParser {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func rule() throws(TZifError) -> (standard: Int, summer: PosixRule.Summer?) {
        try name()
        let standard = -(try time(upTo: 24))
        guard position < text.count else { return (standard, nil) }
        try name()
        let summer = next == UInt8(ascii: ",") ? standard + 3_600 : -(try time(upTo: 24))
        let start = try change()
        let end = try change()
        guard position == text.count else { throw failure }
        return (standard, PosixRule.Summer(offset: summer, start: start, end: end))
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }
    private var failure: TZifError { TZifError("its last line is no rule") }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// `EST`, or `<+0330>`.
    private mutating func name() throws(TZifError) {
        if skip("<") {
            while let byte = next, byte != UInt8(ascii: ">") {
                guard byte > 0x20, byte < 0x7F else { throw failure }
                position += 1
            }
            guard skip(">") else { throw failure }
            return
        }
        let start = position
        while let byte = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { position += 1 }
        guard position - start >= 3 else { throw failure }
    }

    /// `[+-]h[:m[:s]]`, in seconds.
    private mutating func time(upTo hours: Int) throws(TZifError) -> Int {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        var seconds = try number(0...hours) * 3_600
        if skip(":") { seconds += try number(0...59) * 60 }
        if skip(":") { seconds += try number(0...59) }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.2.0/2`, `,J60` or `,59`.
    private mutating func change() throws(TZifError) -> PosixRule.Change {
        guard skip(",") else { throw failure }
        let day: PosixRule.Change.Day
        if skip("M") {
            let month = try number(1...12)
            guard skip(".") else { throw failure }
            let week = try number(1...5)
            guard skip(".") else { throw failure }
            day = .ofMonth(month, week: week, weekday: try number(0...6))
        } else if skip("J") {
            day = .ofCommonYear(try number(1...365))
        } else {
            day = .ofYear(try number(0...365))
        }
        // Version 3 and later: up to a week away.
        return PosixRule.Change(day: day, time: skip("/") ? try time(upTo: 167) : 7_200)
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(TZifError) -> Int {
        let start = position
        var value = 0
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, position - start < 4 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard position > start, range.contains(value) else { throw failure }
        return value
    }
}
