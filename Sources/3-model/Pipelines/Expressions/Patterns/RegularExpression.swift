/// A POSIX extended regular expression with GNU's escapes, matched by Unicode characters.
///
/// Swift's engine backtracks, and the C library's takes time that grows with the square of the text or worse: both can
/// take for ever. This one's work is bounded by the product of the pattern's size and the text's length, of which both
/// are limited.
struct RegularExpression: Sendable {
    let program: PatternProgram

    /// - Throws: `LiteralError` for a pattern that is not valid or too large.
    init(_ pattern: String) throws(LiteralError) {
        program = try PatternProgram(PatternParser.parse(pattern))
    }

    /// - Throws: `ExpressionError` for a text longer than `Limits.matched`.
    func matches(_ text: String, at place: Place) throws(ExpressionError) -> Bool {
        guard text.utf8.count <= Limits.matched else {
            throw ExpressionError("`matches` reads at most \(Limits.matched) bytes", at: place)
        }
        var run = PatternRun(program)
        return run.finds(in: text)
    }
}

/// The named classes of POSIX, for Unicode.
enum CharacterKind: String, Sendable {
    case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .alnum: Self.alpha.contains(scalar) || scalar.properties.generalCategory == .decimalNumber
        case .alpha: scalar.properties.isAlphabetic
        case .blank:
            scalar == "\t" || Self.space.contains(scalar) && scalar.properties.generalCategory == .spaceSeparator
        case .cntrl: Self.isControl(scalar)
        case .digit: "0"..."9" ~= scalar
        case .graph: Self.print.contains(scalar) && !Self.space.contains(scalar)
        case .lower: scalar.properties.isLowercase
        case .print: !Self.isControl(scalar) && scalar.properties.generalCategory != .unassigned
        case .punct: Self.graph.contains(scalar) && !Self.alnum.contains(scalar)
        // Without those that do not separate words.
        case .space: scalar.properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}", "\u{85}"].contains(scalar)
        case .upper: scalar.properties.isUppercase
        case .xdigit: "0"..."9" ~= scalar || "a"..."f" ~= scalar || "A"..."F" ~= scalar
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
