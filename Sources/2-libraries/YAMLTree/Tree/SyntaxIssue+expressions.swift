internal import Diagnostics
internal import Platform

/// `{ a: ${{ b }} }`: within brackets YAML reads the braces of an expression as its own.
extension SyntaxIssue {
    /// The issue when libyaml stopped at the first brace of a `${{`.
    var expressionIssue: Issue? {
        let brace = token.lowerBound
        guard source[brace - 1] == "$", source[brace] == "{", source[brace + 1] == "{" else { return nil }
        let value = valueInBrackets(around: brace - 1)
        return syntax(
            "an expression between brackets needs quotes, or YAML takes its braces for its own",
            at: source.span(value), hint: quoted(value).map { "write `\($0)`" } ?? "put the whole value into quotes")
    }

    /// The text on one line that was meant as one value: up to what ends it between brackets.
    private func valueInBrackets(around dollar: Int) -> Range<Int> {
        var start = dollar
        while let scalar = source[start - 1], !scalar.isBreak, !Self.isPunctuation(scalar),
            !(scalar.isBlank && source[start - 2] == ":")
        {
            start -= 1
        }
        start = source.skip(from: start, while: \.isBlank)
        var end = dollar
        while let scalar = source[end], !scalar.isBreak, !Self.isPunctuation(scalar) {
            end = source[end..<end + 3] == "${{" ? endOfExpression(from: end) : end + 1
        }
        while end > start, source.scalars[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// Behind the `}}` of an expression; the end of the line when there is none.
    private func endOfExpression(from start: Int) -> Int {
        var end = start
        while let scalar = source[end], !scalar.isBreak {
            if source[end..<end + 2] == "}}" { return end + 2 }
            end += 1
        }
        return end
    }

    /// The text as YAML reads it as it is; nil when that takes more than quotes, or is too long to be shown.
    private func quoted(_ range: Range<Int>) -> String? {
        guard range.count <= 100 else { return nil }
        let text = Printable.text(String(String.UnicodeScalarView(source.scalars[range])))
        if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
        return text.contains("'") ? nil : "'\(text)'"
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        ",[]{}".unicodeScalars.contains(scalar)
    }
}

extension SourceText {
    /// The text of a range, as far as there is any.
    fileprivate subscript(range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range.clamped(to: scalars.indices)]))
    }
}
