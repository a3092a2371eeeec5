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
