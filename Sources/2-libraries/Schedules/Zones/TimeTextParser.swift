internal import Platform

/// Reads a time as RFC 3339 writes it, with the time of day, its seconds and the offset left out at will.
struct TimeTextParser {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// - Returns: the offset is nil when the text has none.
    mutating func parse() throws(TimeTextError) -> (local: LocalTime, microseconds: Int, offset: Int?) {
        let (year, month, day) = (try number(4), try number(2, after: "-"), try number(2, after: "-"))
        var (hour, minute, second, microseconds) = (0, 0, 0, 0)
        var offset: Int?
        if position < bytes.count {
            guard skip("T") || skip("t") || skip(" ") else { throw failure }
            hour = try number(2)
            minute = try number(2, after: ":")
            if next == UInt8(ascii: ":") {
                second = try number(2, after: ":")
                if skip(".") { microseconds = try fraction() }
            }
            if position < bytes.count { offset = try readOffset() }
        }
        guard position == bytes.count else { throw failure }
        // A leap second counts as the second before it.
        guard second <= 60,
            let local = LocalTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        else {
            throw TimeTextError(
                "there is no time `\(Printable.text(text))`", hint: "look at the day of the month, and at the hour")
        }
        return (local, microseconds, offset)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var failure: TimeTextError {
        TimeTextError(
            "`\(Printable.text(text))` is no time",
            hint: "write `2026-03-08T02:30`, with `Z` or `-05:00` after it where it is no local time")
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func number(_ digits: Int, after separator: Unicode.Scalar? = nil) throws(TimeTextError) -> Int {
        if let separator, !skip(separator) { throw failure }
        var value = 0
        for _ in 0..<digits {
            guard let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { throw failure }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        return value
    }

    /// In microseconds; further digits are dropped.
    private mutating func fraction() throws(TimeTextError) -> Int {
        var value = try number(1) * 100_000
        var unit = 10_000
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            value += Int(byte - UInt8(ascii: "0")) * unit
            unit /= 10
            position += 1
        }
        return value
    }

    private mutating func readOffset() throws(TimeTextError) -> Int {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+") else { throw failure }
        let (hours, minutes) = (try number(2), try number(2, after: ":"))
        guard hours < 24, minutes < 60 else { throw failure }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
}

/// Why a text is no time.
public struct TimeTextError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(message); \(hint)" }
}
