/// Splits Swift source into tokens; comments, and what strings and regular expressions hold, are skipped.
///
/// Source that does not compile gives some tokens or others, never an error: the compiler says better what is wrong.
struct Lexer {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    /// Whether the last token ends an expression, so that a slash after it divides.
    private var followsOperand = false

    init(_ source: String) {
        bytes = Array(source.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// All tokens of a source.
    static func tokens(of source: String) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    private mutating func next() -> Token? {
        skipBlanksAndComments()
        guard let byte = peek() else { return nil }
        let position = Position(line: line, column: offset - lineStart + 1)
        let kind = kind(startingWith: byte)
        followsOperand =
            switch kind {
            case .literal, .quoted: true
            case .word(let word): !Self.wordsBeforeExpressions.contains(word)
            case .symbol(let symbol): ")]}".contains(symbol)
            case .directive, .arrow: false
            }
        return Token(kind: kind, position: position)
    }

    private mutating func kind(startingWith byte: UInt8) -> Token.Kind {
        if Self.startsIdentifier(byte) { return .word(takeIdentifier()) }
        if Self.isDigit(byte) {
            skipNumber()
            return .literal
        }
        switch Character(Unicode.Scalar(byte)) {
        case "`":
            advance()
            let start = offset
            while let byte = peek(), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { advance() }
            let name = String(decoding: bytes[start..<offset], as: UTF8.self)
            advance()
            return .quoted(name)
        case "\"":
            skipString(hashes: 0)
            return .literal
        case "#":
            return kindOfHash()
        case "/" where !followsOperand && skipRegex():
            return .literal
        case "-" where peek(1) == UInt8(ascii: ">"):
            advance(2)
            return .arrow
        case let symbol:
            advance()
            return .symbol(symbol)
        }
    }

    /// A raw string, an extended regular expression or a directive.
    private mutating func kindOfHash() -> Token.Kind {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        switch peek(hashes) {
        case UInt8(ascii: "\""):
            advance(hashes)
            skipString(hashes: hashes)
            return .literal
        case UInt8(ascii: "/"):
            advance(hashes + 1)
            skip(through: [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes))
            return .literal
        default:
            advance()
            guard let byte = peek(), Self.startsIdentifier(byte) else { return .symbol("#") }
            return .directive(takeIdentifier())
        }
    }

    // MARK: - What is skipped

    private mutating func skipBlanksAndComments() {
        while let byte = peek() {
            if byte == UInt8(ascii: " ") || (9...13).contains(byte) || byte == 0 {
                advance()
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                advance(2)
            } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && peek() != nil
    }

    /// From the first quote to after the last hash.
    private mutating func skipString(hashes: Int) {
        let quote = UInt8(ascii: "\"")
        let isMultiline = peek(1) == quote && peek(2) == quote && !(hashes > 0 && peek(3) == UInt8(ascii: "#"))
        let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let end = [UInt8](repeating: quote, count: isMultiline ? 3 : 1) + marks
        let escape = [UInt8(ascii: "\\")] + marks
        advance(isMultiline ? 3 : 1)
        while let byte = peek() {
            if matches(end) { return advance(end.count) }
            if byte == UInt8(ascii: "\n"), !isMultiline { return }
            if matches(escape) {
                advance(escape.count)
                if peek() == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
            } else {
                advance()
            }
        }
    }

    /// From the opening to after the closing parenthesis; it holds any expression, strings included.
    private mutating func skipInterpolation() {
        var depth = 0
        followsOperand = false
        repeat {
            guard let token = next() else { return }
            if token.is("(") { depth += 1 }
            if token.is(")") { depth -= 1 }
        } while depth > 0
    }

    /// Skips a regular expression between slashes; false, with nothing skipped, when this slash starts none.
    private mutating func skipRegex() -> Bool {
        guard let first = peek(1), first != UInt8(ascii: " "), first != UInt8(ascii: "\t") else { return false }
        var index = offset + 1
        var isInClass = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                offset = index + 1
                return true
            default: break
            }
            index += 1
        }
        return false
    }

    private mutating func skipNumber() {
        while let byte = peek() {
            let isPoint = byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) ?? false
            guard isPoint || Self.startsIdentifier(byte) || Self.isDigit(byte) else { return }
            advance()
        }
    }

    // MARK: - Bytes

    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private func matches(_ wanted: [UInt8]) -> Bool {
        bytes[offset...].starts(with: wanted)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\n") {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
    }

    private mutating func skip(through end: [UInt8]) {
        while peek() != nil, !matches(end) { advance() }
        advance(end.count)
    }

    private mutating func takeIdentifier() -> String {
        let start = offset
        while let byte = peek(), Self.startsIdentifier(byte) || Self.isDigit(byte) { advance() }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func startsIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// After these an expression starts, so that a slash opens a regular expression.
    private static let wordsBeforeExpressions: Set<String> = [
        "return", "throw", "try", "await", "case", "in", "if", "while", "guard", "switch", "where", "else", "is", "as",
        "let", "var", "do", "repeat", "consume", "copy", "yield", "then",
    ]
}
