/// Reads a POSIX extended regular expression with GNU's escapes, as glibc's regcomp(3) does.
struct PatternParser {
    private static let maximumLength = 512
    private static let maximumGroups = 16

    let scalars: [Unicode.Scalar]
    var position = 0
    private var groups = 0

    /// - Throws: `LiteralError` for a pattern that is not valid, or that would take too much work.
    static func parse(_ pattern: String) throws(LiteralError) -> PatternTree {
        guard pattern.utf8.count <= maximumLength else {
            throw LiteralError("a regular expression may have at most \(maximumLength) bytes")
        }
        var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
        return try parser.readAlternatives()
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func readAlternatives() throws(LiteralError) -> PatternTree {
        var branches = [try readBranch()]
        while skip("|") { branches.append(try readBranch()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    /// Up to a `|`, the end of the group, or the end of all; an empty one matches everywhere.
    private mutating func readBranch() throws(LiteralError) -> PatternTree {
        var parts: [PatternTree] = []
        while let next, next != "|", !(next == ")" && groups > 0) {
            var part = try readAtom(next)
            // As in the C library, what only looks cannot be repeated: the next atom is then a `*`, which is an error.
            if case .assertion = part {
                parts.append(part)
                continue
            }
            while let count = try readRepetition() {
                part = .repeated(part, atLeast: count.atLeast, atMost: count.atMost)
            }
            parts.append(part)
        }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func readAtom(_ scalar: Unicode.Scalar) throws(LiteralError) -> PatternTree {
        position += 1
        switch scalar {
        case "(": return try readGroup()
        case "[": return .characters(try readBracket())
        case ".": return .characters(.all)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "\\": return try readEscape()
        case "*", "+", "?", "{": throw Self.invalid("nothing stands before `\(Character(scalar))` that it could repeat")
        default: return .characters(CharacterClass(scalar))
        }
    }

    private mutating func readGroup() throws(LiteralError) -> PatternTree {
        groups += 1
        guard groups <= Self.maximumGroups else {
            throw LiteralError("groups of a regular expression nest at most \(Self.maximumGroups) levels")
        }
        let tree = try readAlternatives()
        guard skip(")") else { throw Self.invalid("a `(` is not closed") }
        groups -= 1
        return tree
    }

    private mutating func readEscape() throws(LiteralError) -> PatternTree {
        guard let scalar = next else { throw Self.invalid("nothing stands after the last `\\`") }
        position += 1
        switch scalar {
        case "w": return .characters(.word)
        case "W": return .characters(CharacterClass.word.negated)
        case "s": return .characters(.space)
        case "S": return .characters(CharacterClass.space.negated)
        case "<": return .assertion(.wordStart)
        case ">": return .assertion(.wordEnd)
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        case "`": return .assertion(.start)
        case "'": return .assertion(.end)
        case "1"..."9": throw LiteralError("regular expressions have no back-references here")
        case "d", "D":
            throw LiteralError("POSIX regular expressions have no `\\\(Character(scalar))`", hint: "write `[0-9]`")
        case "p", "P", "u", "x", "n", "t", "r":
            throw LiteralError("POSIX regular expressions have no `\\\(Character(scalar))`")
        default: return .characters(CharacterClass(scalar))
        }
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}` or `{,5}`; nil when something else stands there.
    private mutating func readRepetition() throws(LiteralError) -> (atLeast: Int, atMost: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard skip("{") else { return nil }
        let low = readNumber()
        var high = low
        if skip(",") {
            high = readNumber()
        } else if low == nil {
            throw Self.invalid("between `{` and `}` stand one or two numbers")
        }
        guard skip("}") else {
            throw Self.invalid(next == nil ? "a `{` is not closed" : "between `{` and `}` stand one or two numbers")
        }
        let atLeast = low ?? 0
        if let high, high < atLeast { throw Self.invalid("`{\(atLeast),\(high)}` goes from high to low") }
        return (atLeast, high)
    }

    /// At most one more than any pattern may repeat.
    private mutating func readNumber() -> Int? {
        var number: Int?
        while let next, "0"..."9" ~= next {
            number = min((number ?? 0) * 10 + Int(next.value - 48), PatternProgram.maximumSize + 1)
            position += 1
        }
        return number
    }

    static func invalid(_ reason: String) -> LiteralError {
        LiteralError("this regular expression is not valid: \(reason)")
    }
}
