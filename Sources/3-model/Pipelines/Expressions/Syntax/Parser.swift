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
        guard depth <= Self.maximumDepth else {
            throw SyntaxError(
                "the expression is nested deeper than \(Self.maximumDepth) levels", at: current.place, kind: "too-deep")
        }
        let condition = try binary(.or)
        guard take(.question) else { return condition }
        let positive = try conditional()
        try expect(.colon, "`:` of `? :`")
        let negative = try conditional()
        return Syntax(
            kind: .conditional(condition, positive, negative), place: condition.place.through(negative.place))
    }

    private enum Level: Int {
        case or, and, equality, order, coalesce, prefix

        var tighter: Level { Level(rawValue: rawValue + 1) ?? .prefix }
    }

    private mutating func binary(_ level: Level) throws(SyntaxError) -> Syntax {
        if level == .prefix { return try prefix() }
        let first = try binary(level.tighter)
        switch level {
        case .or: return try chain(first, .or, level, Syntax.Kind.any)
        case .and: return try chain(first, .and, level, Syntax.Kind.all)
        case .coalesce: return try chain(first, .coalesce, level, Syntax.Kind.coalesce)
        case .equality: return try comparison(first, [.equal, .notEqual], level)
        default: return try comparison(first, [.less, .lessOrEqual, .greater, .greaterOrEqual], level)
        }
    }

    private mutating func chain(
        _ first: Syntax, _ symbol: Symbol, _ level: Level, _ kind: ([Syntax]) -> Syntax.Kind
    ) throws(SyntaxError) -> Syntax {
        var operands = [first]
        while take(symbol) { operands.append(try binary(level.tighter)) }
        guard let last = operands.last, operands.count > 1 else { return first }
        return Syntax(kind: kind(operands), place: first.place.through(last.place))
    }

    private mutating func comparison(
        _ left: Syntax, _ symbols: [Symbol], _ level: Level
    ) throws(SyntaxError) -> Syntax {
        let kind: (Syntax) -> Syntax.Kind
        if let symbol = symbols.first(where: { current.kind == .symbol($0) }) {
            kind = { .comparison(symbol, left, $0) }
        } else if level == .order, current.kind == .name("in") {
            kind = { .membership(left, $0) }
        } else {
            return left
        }
        position += 1
        let right = try binary(level.tighter)
        let isChained =
            symbols.contains { current.kind == .symbol($0) } || level == .order && current.kind == .name("in")
        guard !isChained else {
            throw SyntaxError(
                "comparisons do not chain", at: current.place, hint: "write `a < b && b < c`, or use parentheses")
        }
        return Syntax(kind: kind(right), place: left.place.through(right.place))
    }

    private mutating func prefix() throws(SyntaxError) -> Syntax {
        let start = current.place
        guard take(.not) else { return try postfix() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw SyntaxError(
                "the expression is nested deeper than \(Self.maximumDepth) levels", at: start, kind: "too-deep")
        }
        let operand = try prefix()
        return Syntax(kind: .not(operand), place: start.through(operand.place))
    }

    private mutating func postfix() throws(SyntaxError) -> Syntax {
        let base = try primary()
        var accessors: [Syntax.Accessor] = []
        while true {
            if take(.dot) {
                accessors.append(try member())
            } else if current.kind == .symbol(.openBracket) {
                let start = current.place
                position += 1
                let index = try conditional()
                let end = current.place
                try expect(.closeBracket, "`]`")
                accessors.append(.index(index, start.through(end)))
            } else {
                break
            }
        }
        guard let last = accessors.last else { return base }
        let place = base.place.through(last.place)
        if current.kind == .symbol(.openParenthesis) {
            throw SyntaxError("values have no functions of their own", at: last.place, hint: "write `function(value)`")
        }
        return Syntax(kind: .path(base, accessors), place: place)
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
        let token = current
        switch token.kind {
        case .literal(let value, let type):
            position += 1
            return Syntax(kind: .literal(value, type), place: token.place)
        case .name("true"), .name("false"):
            position += 1
            return Syntax(kind: .literal(.boolean(token.kind == .name("true")), .boolean), place: token.place)
        case .name("null"):
            position += 1
            return Syntax(kind: .literal(.null, .null), place: token.place)
        case .name(let name) where name != "in":
            position += 1
            return take(.openParenthesis)
                ? try call(name, at: token.place) : Syntax(kind: .name(name), place: token.place)
        case .symbol(.openParenthesis):
            position += 1
            let inner = try conditional()
            let end = current.place
            try expect(.closeParenthesis, "`)`")
            return Syntax(kind: inner.kind, place: token.place.through(end))
        case .symbol(.openBracket):
            position += 1
            let (items, end) = try items(until: .closeBracket)
            return Syntax(kind: .list(items), place: token.place.through(end))
        default:
            throw SyntaxError("expected a value, found \(describe(token))", at: token.place)
        }
    }

    private mutating func call(_ name: String, at place: Place) throws(SyntaxError) -> Syntax {
        let (arguments, end) = try items(until: .closeParenthesis)
        return Syntax(kind: .call(name, place, arguments), place: place.through(end))
    }

    /// Separated by commas; one may stand behind the last. Gives the place of the closing sign, too.
    private mutating func items(until close: Symbol) throws(SyntaxError) -> ([Syntax], Place) {
        var items: [Syntax] = []
        while true {
            let place = current.place
            if take(close) { return (items, place) }
            items.append(try conditional())
            if current.kind != .symbol(close) { try expect(.comma, "`,` or `\(close.rawValue)`") }
        }
    }

    private mutating func take(_ symbol: Symbol) -> Bool {
        guard current.kind == .symbol(symbol) else { return false }
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
