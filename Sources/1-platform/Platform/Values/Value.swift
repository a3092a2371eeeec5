/// A dynamic value: what expressions compute, stages give, the journal stores and JSON shows.
///
/// Sizes are `integer` bytes; durations are `integer` milliseconds.
public enum Value: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([Value])
    case record(Record)
}

extension Value {
    /// The text; nil: it is of another kind.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The whole number; nil: it is of another kind.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The truth value; nil: it is of another kind.
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    /// The elements; nil: it is of another kind.
    public var list: [Value]? { if case .list(let value) = self { value } else { nil } }
    /// The entries; nil: it is of another kind.
    public var record: Record? { if case .record(let value) = self { value } else { nil } }
    /// Whether it is null.
    public var isNull: Bool { self == .null }

    /// A number of either kind.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The key of a record; nil when this is none or has no such key.
    public subscript(key: String) -> Value? { record?[key] }

    /// `nil` becomes `null`.
    public init(_ string: String?) { self = string.map(Value.string) ?? .null }

    /// As part of a text: strings as they are, everything else as JSON, `null` as nothing.
    public var text: String {
        switch self {
        case .null: ""
        case .string(let value): value
        default: json
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral, ExpressibleByFloatLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A record; see `Record.init(_:)`.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .record(Record(elements)) }
}

extension Value {
    /// Reads JSON text (RFC 8259), strictly: no trailing commas, comments or second value. Keys keep their order; of a key
    /// that stands twice the last value counts. Numbers without fraction and exponent that fit are integers.
    ///
    /// FoundationEssentials has a decoder, which sorts keys, takes trailing commas, and is thirteen times slower; records of
    /// the journal are read by the thousand.
    ///
    /// - Throws: `JSONError` when it is none, or is nested deeper than 512 levels.
    public init(json: String) throws(JSONError) {
        var json = json
        // The closure cannot throw a typed error through every form of `withUTF8`, so it returns a result.
        let result = json.withUTF8 { bytes in
            var reader = JSONReader(bytes: bytes)
            return Result { () throws(JSONError) in try reader.document() }
        }
        self = try result.get()
    }
}

/// Text that was expected to be JSON and is not.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected.
    let reason: String
    /// In bytes, from 0.
    let offset: Int

    /// A clause with the reason and the place.
    public var description: String { "not valid JSON: \(reason) at byte \(offset)" }
}
