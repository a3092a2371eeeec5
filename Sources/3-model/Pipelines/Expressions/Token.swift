internal import Platform

/// A word of an expression.
struct Token {
    enum Kind: Equatable {
        /// Also `true`, `false`, `null` and `in`: after a dot they are names.
        case name(String)
        case literal(Value, ValueType)
        case symbol(Symbol)
        case end
    }

    let kind: Kind
    let place: Place

    /// The sign, if it is one.
    var symbol: Symbol? { if case .symbol(let symbol) = kind { symbol } else { nil } }
}

/// The signs of expressions.
enum Symbol: String {
    case or = "||", and = "&&", equal = "==", notEqual = "!=", lessOrEqual = "<=", greaterOrEqual = ">="
    case coalesce = "??"
    case less = "<", greater = ">", not = "!", question = "?", colon = ":", dot = ".", comma = ","
    case openParenthesis = "(", closeParenthesis = ")", openBracket = "[", closeBracket = "]"

    static let ofTwo: [Symbol] = [.or, .and, .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .coalesce]
    static let ofOne: [Symbol] = [
        .less, .greater, .not, .question, .colon, .dot, .comma, .openParenthesis, .closeParenthesis, .openBracket,
        .closeBracket,
    ]
}

/// An expression that cannot be read; reading stops at the first. A class, because the parser is recursive and keeps room
/// for an error at every call.
final class SyntaxError: Error {
    let issue: ExpressionIssue

    init(_ message: String, at place: Place, hint: String? = nil, kind: String = "syntax") {
        issue = ExpressionIssue(kind, message, at: place, hint: hint)
    }
}
