internal import Platform

/// Reads tokens by precedence. From loosest to tightest:
///
///     a ? b : c              right to left
///     ||
///     &&
///     == !=                  not chained
///     < <= > >= in           not chained
///     ??
///     !                      prefix
///     a.b  a[0]  f(x)
struct Parser {
    /// No expression that people can read nests deeper; recursion is bounded by it.
    static let maximumDepth = 64

    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    /// The whole text as one expression.
    static func parse(_ scalars: [Unicode.Scalar]) throws(SyntaxError) -> Syntax {
        var parser = Parser(tokens: try Lexer.tokens(of: scalars))
        if parser.current.kind == .end {
            throw SyntaxError(
                "the expression is empty", at: Place(offset: 0, length: scalars.count), kind: "empty-expression")
        }
        let syntax = try parser.conditional()
        guard parser.current.kind == .end else { throw parser.surplus() }
        return syntax
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private var current: Token { tokens[position] }

    /// Everything that nests comes through here.
    private mutating func conditional() throws(SyntaxError) -> Syntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw tooDeep(at: current.place) }
        let condition = try binary(.or)
        guard take(.question) else { return condition }
        let positive = try conditional()
        try expect(.colon, "`:` of `? :`")
        let negative = try conditional()
        return Syntax(
            kind: .conditional(condition, positive, negative), place: condition.place.through(negative.place))
    }

    private func tooDeep(at place: Place) -> SyntaxError {
        SyntaxError("the expression is nested deeper than \(Self.maximumDepth) levels", at: place, kind: "too-deep")
    }

    /// The operators by how tight they bind; by climbing these, only what is written costs stack.
    private enum Level: Int {
        case or, and, equality, order, coalesce, prefix

        var tighter: Level { Level(rawValue: rawValue + 1) ?? .prefix }
    }

    private func level(of token: Token) -> Level? {
        switch token.kind {
        case .symbol(.or): .or
        case .symbol(.and): .and
        case .symbol(.equal), .symbol(.notEqual): .equality
        case .symbol(.less), .symbol(.lessOrEqual), .symbol(.greater), .symbol(.greaterOrEqual), .name("in"): .order
        case .symbol(.coalesce): .coalesce
        default: nil
        }
    }

    /// Operands that are joined by operators of `minimum` or tighter.
    private mutating func binary(_ minimum: Level) throws(SyntaxError) -> Syntax {
        var left = try prefix()
        var last: Level?
        while let level = level(of: current), level.rawValue >= minimum.rawValue {
            if level == last, level == .equality || level == .order { throw chainedComparison() }
            let token = current
            position += 1
            let right = try binary(level.tighter)
            left = Self.joined(left, token, right, isChain: level == last)
            last = level
        }
        return left
    }

    /// - Parameter isChain: whether `left` was joined by the same operator, and takes one more operand.
    private static func joined(_ left: Syntax, _ token: Token, _ right: Syntax, isChain: Bool) -> Syntax {
        let place = left.place.through(right.place)
        let kind: Syntax.Kind
        switch (token.symbol, left.kind) {
        case (.or?, .any(let operands)) where isChain: kind = .any(operands + [right])
        case (.and?, .all(let operands)) where isChain: kind = .all(operands + [right])
        case (.coalesce?, .coalesce(let operands)) where isChain: kind = .coalesce(operands + [right])
        case (.or?, _): kind = .any([left, right])
        case (.and?, _): kind = .all([left, right])
        case (.coalesce?, _): kind = .coalesce([left, right])
        case (let symbol?, _): kind = .comparison(symbol, left, right)
        case (nil, _): kind = .membership(left, right)
        }
        return Syntax(kind: kind, place: place)
    }

    private func chainedComparison() -> SyntaxError {
        SyntaxError("comparisons do not chain", at: current.place, hint: "write `a < b && b < c`, or use parentheses")
    }

    private mutating func prefix() throws(SyntaxError) -> Syntax {
        let start = current.place
        guard take(.not) else { return try postfix() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw tooDeep(at: start) }
        let operand = try prefix()
        return Syntax(kind: .not(operand), place: start.through(operand.place))
    }

    private mutating func postfix() throws(SyntaxError) -> Syntax {
        let base = try primary()
        guard current.symbol == .dot || current.symbol == .openBracket else { return base }
        return try path(from: base)
    }

    private mutating func path(from base: Syntax) throws(SyntaxError) -> Syntax {
        var accessors: [Syntax.Accessor] = []
        var end = base.place
        while true {
            if take(.dot) {
                accessors.append(try member())
            } else if current.symbol == .openBracket {
                accessors.append(try index())
            } else {
                break
            }
            end = accessors.last?.place ?? end
        }
        if current.symbol == .openParenthesis {
            throw SyntaxError("values have no functions of their own", at: end, hint: "write `function(value)`")
        }
        return Syntax(kind: .path(base, accessors), place: base.place.through(end))
    }

    private mutating func index() throws(SyntaxError) -> Syntax.Accessor {
        let start = current.place
        position += 1
        let index = try conditional()
        let end = current.place
        try expect(.closeBracket, "`]`")
        return .index(index, start.through(end))
    }

    private mutating func member() throws(SyntaxError) -> Syntax.Accessor {
        let token = current
        switch token.kind {
        case .name(let name):
            position += 1
            return .member(name, token.place)
        case .literal(.integer(let index), _):
            throw SyntaxError("expected a name after `.`", at: token.place, hint: "write `[\(index)]`")
        default:
            throw SyntaxError("expected a name after `.`, found \(describe(token))", at: token.place)
        }
    }

    private mutating func primary() throws(SyntaxError) -> Syntax {
        if let leaf = leaf() { return leaf }
        if current.symbol == .openParenthesis { return try parenthesized() }
        return try list()
    }

    /// What has nothing inside.
    private mutating func leaf() -> Syntax? {
        let token = current
        let kind: Syntax.Kind
        switch token.kind {
        case .literal(let value, let type): kind = .literal(value, type)
        case .name("true"), .name("false"): kind = .literal(.boolean(token.kind == .name("true")), .boolean)
        case .name("null"): kind = .literal(.null, .null)
        case .name(let name) where name != "in" && tokens[position + 1].symbol != .openParenthesis: kind = .name(name)
        default: return nil
        }
        position += 1
        return Syntax(kind: kind, place: token.place)
    }

    private mutating func parenthesized() throws(SyntaxError) -> Syntax {
        let start = current.place
        position += 1
        let inner = try conditional()
        let end = current.place
        try expect(.closeParenthesis, "`)`")
        return Syntax(kind: inner.kind, place: start.through(end))
    }

    /// A list, or the arguments of a function.
    private mutating func list() throws(SyntaxError) -> Syntax {
        let start = current
        var function: String?
        var close = Symbol.closeBracket
        switch start.kind {
        case .symbol(.openBracket): break
        case .name(let name) where name != "in":
            function = name
            close = .closeParenthesis
            position += 1
        default: throw missingValue()
        }
        position += 1
        let items = try items(until: close)
        let place = start.place.through(current.place)
        position += 1
        return Syntax(kind: function.map { .call($0, start.place, items) } ?? .list(items), place: place)
    }

    private func missingValue() -> SyntaxError {
        SyntaxError("expected a value, found \(describe(current))", at: current.place)
    }

    /// Separated by commas; one may stand behind the last. Stops before the closing sign.
    private mutating func items(until close: Symbol) throws(SyntaxError) -> [Syntax] {
        var items: [Syntax] = []
        while current.symbol != close {
            items.append(try conditional())
            if current.symbol != close { try expect(.comma, "`,` or `\(close.rawValue)`") }
        }
        return items
    }

    private mutating func take(_ symbol: Symbol) -> Bool {
        guard current.symbol == symbol else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ symbol: Symbol, _ name: String) throws(SyntaxError) {
        guard take(symbol) else {
            throw SyntaxError("expected \(name), found \(describe(current))", at: current.place)
        }
    }

    private func surplus() -> SyntaxError {
        if case .name(let word) = current.kind, let symbol = ["and": "&&", "or": "||", "not": "!", "is": "=="][word] {
            return SyntaxError("`\(word)` is not an operator", at: current.place, hint: "write `\(symbol)`")
        }
        return SyntaxError("expected an operator, found \(describe(current))", at: current.place)
    }

    private func describe(_ token: Token) -> String {
        switch token.kind {
        case .end: "the end"
        case .name(let name): "`\(Quantity.shown(name))`"
        case .symbol(let symbol): "`\(symbol.rawValue)`"
        case .literal(.string, _): "a text"
        case .literal(_, .size): "a size"
        case .literal(_, .duration): "a duration"
        case .literal(let value, _): "`\(value.json)`"
        }
    }
}
