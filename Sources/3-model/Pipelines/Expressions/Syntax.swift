internal import Platform

/// An expression as it is written. Chains (`a.b.c`, `a && b && c`) are flat, so only real nesting is deep.
struct Syntax {
    indirect enum Kind {
        case literal(Value, ValueType)
        case name(String)
        case path(Syntax, [Accessor])
        case list([Syntax])
        case not(Syntax)
        case all([Syntax])
        case any([Syntax])
        case coalesce([Syntax])
        case comparison(Symbol, Syntax, Syntax)
        case membership(Syntax, Syntax)
        case conditional(Syntax, Syntax, Syntax)
        case call(String, Place, [Syntax])
    }

    /// A step of a path.
    enum Accessor {
        case member(String, Place)
        case index(Syntax, Place)

        var place: Place {
            switch self {
            case .member(_, let place), .index(_, let place): place
            }
        }
    }

    let kind: Kind
    let place: Place
}

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

    /// Of two characters.
    init?(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
        switch (first, second) {
        case ("|", "|"): self = .or
        case ("&", "&"): self = .and
        case ("=", "="): self = .equal
        case ("!", "="): self = .notEqual
        case ("<", "="): self = .lessOrEqual
        case (">", "="): self = .greaterOrEqual
        case ("?", "?"): self = .coalesce
        default: return nil
        }
    }

    /// Of one.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "<": self = .less
        case ">": self = .greater
        case "!": self = .not
        case "?": self = .question
        case ":": self = .colon
        case ".": self = .dot
        case ",": self = .comma
        case "(": self = .openParenthesis
        case ")": self = .closeParenthesis
        case "[": self = .openBracket
        case "]": self = .closeBracket
        default: return nil
        }
    }
}

/// An expression that cannot be read; reading stops at the first. A class, because the parser is recursive and keeps room
/// for an error at every call.
final class SyntaxError: Error {
    let issue: ExpressionIssue

    init(_ message: String, at place: Place, hint: String? = nil, kind: String = "syntax") {
        issue = ExpressionIssue(kind, message, at: place, hint: hint)
    }
}

/// A stretch of an expression's text, in Unicode scalars.
struct Place: Hashable, Sendable {
    var offset: Int
    var length: Int

    var end: Int { offset + length }

    /// From the start of this one to the end of the other.
    func through(_ other: Place) -> Place { Place(offset: offset, length: other.end - offset) }

    init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// Of a text that starts at `offset`, without the white space at both ends: the caret stands under what people see.
    init(of text: ArraySlice<Unicode.Scalar>, at offset: Int) {
        let leading = text.prefix { $0.properties.isWhitespace }.count
        let trailing = text.dropFirst(leading).reversed().prefix { $0.properties.isWhitespace }.count
        self.init(offset: offset + leading, length: text.count - leading - trailing)
    }
}
