internal import Platform

/// Equality and order of values.
enum Comparison {
    /// - Parameter symbol: `<`, `<=`, `>` or `>=`.
    static func holds(
        _ symbol: Symbol, _ left: Value, _ right: Value, at place: Place
    ) throws(ExpressionError) -> Bool {
        let isBefore: Bool
        let isAfter: Bool
        switch (left, right) {
        case (.string(let left), .string(let right)): (isBefore, isAfter) = (left < right, right < left)
        case (.integer(let left), .integer(let right)): (isBefore, isAfter) = (left < right, right < left)
        case (.number(let left), .number(let right)): (isBefore, isAfter) = (left < right, right < left)
        case (.integer(let left), .number(let right)): (isBefore, isAfter) = order(left, right)
        case (.number(let left), .integer(let right)):
            (isAfter, isBefore) = order(right, left)
        default:
            throw ExpressionError(
                "`\(symbol.rawValue)` cannot order \(left.kindName) and \(right.kindName)", at: place)
        }
        return switch symbol {
        case .less: isBefore
        case .lessOrEqual: !isAfter
        case .greater: isAfter
        default: !isBefore
        }
    }

    /// Without rounding the integer, which has more digits than a Double; whether it is before and after.
    private static func order(_ integer: Int64, _ number: Double) -> (isBefore: Bool, isAfter: Bool) {
        if number >= 0x1p63 { return (true, false) }
        if number < -0x1p63 { return (false, true) }
        let whole = Int64(number.rounded(.down))
        return integer == whole ? (Double(whole) < number, false) : (integer < whole, integer > whole)
    }
}

extension Value {
    /// Equality of expressions: numbers by what they count, texts by canonical equivalence (`é` in one scalar or two),
    /// records without regard to the order of their keys.
    func matches(_ other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            return Int64(exactly: number) == integer
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
        case (.record(let left), .record(let right)):
            guard left.count == right.count else { return false }
            let (left, right) = (left.entries.sorted { $0.key < $1.key }, right.entries.sorted { $0.key < $1.key })
            return zip(left, right).allSatisfy { $0.key == $1.key && $0.value.matches($1.value) }
        default: return self == other
        }
    }

    /// The kind of value, for messages that must not tell the value.
    var kindName: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .list: "list"
        case .record: "record"
        }
    }
}
