/// A length of time, written with its unit: `500ms`, `30s`, `5m`, `2h`, `1d`, or several from long to short: `1h30m`.
public struct TimeSpan: Hashable, Comparable, Sendable {
    /// Not negative.
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }

    /// The same time for the clocks of the standard library.
    public var duration: Duration { .milliseconds(milliseconds) }

    /// A day is 24 hours.
    static let units: [Quantity.Unit] = [
        .init("ms", 1), .init("s", 1_000), .init("m", 60_000), .init("h", 3_600_000), .init("d", 86_400_000),
    ]

    static let pattern = #"^(([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+|\$\{\{.*\}\})$"#

    /// The longest that is read, 10,000,000 days: from any time of today on or back it leads to one that a `Timestamp` has.
    static let longest = TimeSpan(milliseconds: 10_000_000 * 86_400_000)

    /// Reads `500ms`, `1.5h`, `1h30m`.
    ///
    /// - Throws: `LiteralError` for a bare number, an unknown unit, units that do not go from long to short, a fraction of
    ///   a millisecond, and what is longer than `longest`.
    public init(_ text: String) throws(LiteralError) {
        let parts = try Quantity.parse(text, label: "duration", units: Self.units, examples: ["s", "m"])
        var sum: Int64 = 0
        var last = Int64.max
        for part in parts {
            guard part.unit.factor < last else {
                throw LiteralError(
                    "the units of `\(Quantity.shown(text))` do not go from long to short", hint: "write it as `1h30m`")
            }
            last = part.unit.factor
            let (total, overflow) = sum.addingReportingOverflow(part.amount)
            guard !overflow else { throw Quantity.tooLarge(text, label: "duration") }
            sum = total
        }
        if sum > Self.longest.milliseconds {
            throw LiteralError(
                "the duration `\(Quantity.shown(text))` is too large", hint: "at most `\(Self.longest)` can be meant")
        }
        milliseconds = sum
    }
}

extension TimeSpan: CustomStringConvertible {
    /// The shortest exact form with a single unit: "90m", "36h", "1d", "1500ms".
    public var description: String { milliseconds == 0 ? "0s" : Quantity.shortest(milliseconds, units: Self.units) }
}
