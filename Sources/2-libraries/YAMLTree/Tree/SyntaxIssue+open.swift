internal import Diagnostics

/// What was opened and is not closed, or closed and was not opened.
extension SyntaxIssue {
    var openIssue: Issue? {
        switch (error.context, error.problem) {
        case ("while parsing a flow sequence", _), ("while parsing a flow mapping", _):
            return expressionIssue ?? bracketIssue(context)
        case (_, "did not find expected node content"):
            if let openBracket, token.isEmpty || isBackOut(of: openBracket) { return bracketIssue(openBracket) }
        case ("while scanning a quoted scalar", "found unexpected end of stream"):
            return syntax(
                "this quote is never closed", at: source.span(at: context),
                hint: "close it with `\(text(of: context..<context + 1))`")
        case ("while scanning a quoted scalar", "found unexpected document indicator"):
            let line = source.span(at: index).line
            return syntax(
                "this quote is not closed before the document ends in line \(line)", at: source.span(at: context))
        default: break
        }
        if isClosing, openBracket == nil { return syntax("this \(tokenText) closes nothing", at: place) }
        return earlyQuoteIssue ?? leftoverIssue
    }

    private func bracketIssue(_ bracket: Int) -> Issue {
        let isList = error.context == "while parsing a flow sequence" || source[bracket] == "["
        let (opening, closing) = isList ? ("[", "]") : ("{", "}")
        let start = source.span(at: bracket)
        // YAML 1.2 allows it behind a quoted key; libyaml does not.
        if source[token.lowerBound] == ":", source.isFirstOnLine(token.lowerBound) {
            return syntax("this `:` is not on the line of its key", at: place, hint: "write it after the key")
        }
        if token.isEmpty || isBackOut(of: bracket) {
            return syntax(
                "this `\(opening)` is never closed", at: start,
                notes: token.isEmpty ? [] : ["a `\(closing)` is missing before line \(place.line)"])
        }
        return syntax(
            "expected `,` or `\(closing)` before \(tokenText)", at: place,
            notes: ["the `\(opening)` is in line \(start.line), column \(start.column)"])
    }

    /// Whether the problem is on a later line that is indented as if the bracket were closed.
    private func isBackOut(of bracket: Int) -> Bool {
        guard source.line(of: bracket) < source.line(of: token.lowerBound) else { return false }
        let indentation = source.indentation(at: token.lowerBound)
        let first = source[source.lineStarts[source.line(of: token.lowerBound)] + indentation]
        return first != "]" && first != "}" && indentation <= source.indentation(at: bracket)
    }

    /// A quote that was forgotten is closed by the next one in the file, behind which nothing makes sense.
    private var earlyQuoteIssue: Issue? {
        guard let quote = multilineQuote, follows(quote.upperBound) else { return nil }
        let line = source.span(at: quote.upperBound).line
        return syntax(
            "this quote is closed in line \(line), and \(tokenText) follows it", at: source.span(at: quote.lowerBound),
            hint: "is its own closing quote missing?")
    }

    /// Something behind a value on the same line.
    private var leftoverIssue: Issue? {
        switch error.problem {
        case "did not find expected key", "did not find expected '-' indicator",
            "did not find expected <document start>":
            break
        default: return nil
        }
        guard !token.isEmpty, !source.isFirstOnLine(token.lowerBound) else { return nil }
        var before = token.lowerBound - 1
        while before > 0, source.scalars[before].isBlank { before -= 1 }
        let hint =
            switch source[before] {
            case "'": "inside of single quotes `'` is written `''`"
            case "\"": "inside of double quotes `\"` is written `\\\"`"
            default: "put the whole text into quotes"
            }
        return syntax("the value ends before \(tokenText)", at: place, hint: hint)
    }

    private func follows(_ end: Int) -> Bool {
        end <= token.lowerBound && source.skip(from: end, while: \.isBlank) >= token.lowerBound
    }
}
