internal import Platform

extension Template {
    /// Cuts a scalar's text at its expressions. A `}}` inside of a quoted text of an expression does not end it.
    ///
    /// - Throws: `TemplateSyntaxError` when a `${{` is not closed.
    public static func parse(_ text: String) throws(TemplateSyntaxError) -> [TemplatePart] {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return [.text(text)] }
        let scalars = Array(text.unicodeScalars)
        var parts: [TemplatePart] = []
        var start = 0
        var position = 0
        while position + 2 < scalars.count {
            guard scalars[position] == "$", scalars[position + 1] == "{", scalars[position + 2] == "{" else {
                position += 1
                continue
            }
            guard let end = end(of: scalars, from: position + 3) else {
                throw TemplateSyntaxError(
                    issue: ExpressionIssue(
                        "unclosed-expression", "`${{` is not closed", at: Place(offset: position, length: 3),
                        hint: unclosedHint(scalars[(position + 3)...])))
            }
            if position > start { parts.append(.text(String(scalars: scalars[start..<position]))) }
            parts.append(.expression(String(scalars: scalars[(position + 3)..<end]), offset: position + 3))
            position = end + 2
            start = position
        }
        if start < scalars.count || parts.isEmpty { parts.append(.text(String(scalars: scalars[start...]))) }
        return parts
    }

    /// The position of the `}}` that ends the expression.
    private static func end(of scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var isQuoted = false
        var position = start
        while position < scalars.count {
            if scalars[position] == "'" { isQuoted.toggle() }
            if !isQuoted, scalars[position] == "}", position + 1 < scalars.count, scalars[position + 1] == "}" {
                return position
            }
            position += 1
        }
        return nil
    }

    private static func unclosedHint(_ rest: ArraySlice<Unicode.Scalar>) -> String {
        let quotes = rest.count { $0 == "'" }
        return quotes.isMultiple(of: 2)
            ? "end it with `}}`; a literal one is written `${{ '${{' }}`" : "a `'` in it is not closed"
    }
}
