internal import Platform

/// Cuts an expression's text into tokens.
struct Lexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// All tokens; the last is `end`.
    static func tokens(of scalars: [Unicode.Scalar]) throws(SyntaxError) -> [Token] {
        var lexer = Lexer(scalars)
        var tokens: [Token] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(SyntaxError) -> Token {
        while let scalar = peek(), Self.isSpace(scalar) { position += 1 }
        guard let scalar = peek() else { return Token(kind: .end, place: Place(offset: scalars.count, length: 0)) }
        let start = position
        if Self.isNameStart(scalar) {
            while let next = peek(), Self.isNamePart(next) { position += 1 }
            return Token(kind: .name(text(from: start)), place: place(from: start))
        }
        if Self.isDigit(scalar) || scalar == "-" && peek(1).map(Self.isDigit) == true { return try number() }
        if scalar == "'" { return try string() }
        if let symbol = symbol() { return Token(kind: .symbol(symbol), place: place(from: start)) }
        throw unexpected(scalar)
    }

    private mutating func symbol() -> Symbol? {
        guard let first = peek() else { return nil }
        if let second = peek(1), let symbol = Symbol(first, second) {
            position += 2
            return symbol
        }
        guard let symbol = Symbol(first) else { return nil }
        position += 1
        return symbol
    }

    /// Between single quotes; two of them inside stand for one.
    private mutating func string() throws(SyntaxError) -> Token {
        let start = position
        var value = String.UnicodeScalarView()
        position += 1
        while let scalar = peek() {
            position += 1
            if scalar != "'" {
                value.append(scalar)
            } else if peek() == "'" {
                value.append("'")
                position += 1
            } else {
                return Token(kind: .literal(.string(String(value)), .string), place: place(from: start))
            }
        }
        throw SyntaxError(
            "the text is not closed", at: place(from: start), hint: "end it with `'`; a quote inside is written `''`")
    }

    /// A number, or one with units.
    private mutating func number() throws(SyntaxError) -> Token {
        let start = position
        position += 1
        while let scalar = peek(),
            Self.isDigit(scalar) || Self.isLetter(scalar) || isFraction(scalar) || isExponent(start)
        {
            position += 1
        }
        let text = text(from: start)
        let place = place(from: start)
        if let integer = Int64(text) { return Token(kind: .literal(.integer(integer), .integer), place: place) }
        if text.unicodeScalars.allSatisfy({ Self.isDigit($0) || $0 == "-" }) {
            throw SyntaxError("the number `\(Quantity.shown(text))` is too large", at: place, kind: "bad-literal")
        }
        if let number = Self.decimal(text) { return Token(kind: .literal(.number(number), .number), place: place) }
        return try quantity(text, at: place)
    }

    private func quantity(_ text: String, at place: Place) throws(SyntaxError) -> Token {
        do throws(LiteralError) {
            if text.unicodeScalars.last == "B" {
                return Token(kind: .literal(.integer(try ByteSize(text).bytes), .size), place: place)
            }
            return Token(kind: .literal(.integer(try TimeSpan(text).milliseconds), .duration), place: place)
        } catch {
            if (try? ByteSize(text + "B")) != nil {
                throw SyntaxError(
                    "`\(text)` has no unit of size", at: place, hint: "write `\(text)B`", kind: "bad-literal")
            }
            throw SyntaxError(error.message, at: place, hint: error.hint, kind: "bad-literal")
        }
    }

    /// The grammar of JSON's numbers, which neither takes `0x10` nor `1e`.
    private static func decimal(_ text: String) -> Double? {
        let scalars = text.unicodeScalars
        guard scalars.allSatisfy({ isDigit($0) || "-+.eE".unicodeScalars.contains($0) }), let last = scalars.last,
            isDigit(last), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    private func isFraction(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." && peek(1).map(Self.isDigit) == true
    }

    /// Whether a sign stands behind the `e` of `1e-5`.
    private func isExponent(_ start: Int) -> Bool {
        guard let scalar = peek(), scalar == "-" || scalar == "+", peek(1).map(Self.isDigit) == true else {
            return false
        }
        let before = scalars[position - 1]
        return (before == "e" || before == "E")
            && scalars[start..<(position - 1)].allSatisfy { Self.isDigit($0) || $0 == "." || $0 == "-" }
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> SyntaxError {
        let place = Place(offset: position, length: 1)
        return switch scalar {
        case "\"": SyntaxError("text stands in single quotes", at: place, hint: "write `'…'`")
        case "=": SyntaxError("`=` is not an operator", at: place, hint: "write `==`")
        case "&": SyntaxError("`&` is not an operator", at: place, hint: "write `&&`")
        case "|": SyntaxError("`|` is not an operator", at: place, hint: "write `||`")
        case "+", "-", "*", "/", "%":
            SyntaxError(
                "`\(scalar)` does not calculate: expressions have no arithmetic", at: place,
                hint: scalar == "+" ? "write texts side by side, or use `format`" : nil)
        case "$": SyntaxError("`$` does not belong here", at: place, hint: "write names without `${{ }}` or `$`")
        case "{", "}": SyntaxError("an expression has no records", at: place, hint: "use `from-json('{…}')`")
        default: SyntaxError("`\(Printable.short(String(scalar)))` does not belong in an expression", at: place)
        }
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    private func place(from start: Int) -> Place { Place(offset: start, length: position - start) }

    private func text(from start: Int) -> String { String(scalars: scalars[start..<position]) }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { "a"..."z" ~= scalar || "A"..."Z" ~= scalar }
    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) || scalar == "_" }
    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isNameStart(scalar) || isDigit(scalar) || scalar == "-"
    }
}
