internal import Diagnostics
internal import Platform

/// Puts what libyaml says of a text that is not YAML into words for the people who wrote it, at the place where they
/// have to change something: an open bracket is reported where it was opened, not at the end of the file.
struct SyntaxIssue {
    let error: SyntaxError
    let source: SourceText
    /// The last quoted scalar that has several lines.
    let multilineQuote: Range<Int>?

    /// Where libyaml met the problem; behind blanks that it does not count.
    private var index: Int { min(error.index, source.scalars.count) }
    /// Where what it was reading starts.
    private var context: Int { min(error.contextIndex ?? index, source.scalars.count) }
    private var contextLine: Int { source.span(at: context).line }

    func report(to issues: inout IssueList) {
        if source[index] == "\t" { return reportTab(&issues) }
        if reportOpen(&issues) || reportScalar(&issues) || reportStructure(&issues) { return }
        let problem = error.problem.isEmpty ? "libyaml failed with error \(error.code.rawValue)" : error.problem
        let notes = error.context.isEmpty ? [] : ["\(error.context) that starts in line \(contextLine)"]
        issues.report(.syntax, problem, at: source.span(token), notes: notes)
    }

    // MARK: - Tabs

    private func reportTab(_ issues: inout IssueList) {
        let end = source.skip(from: index) { $0 == "\t" }
        let isIndentation = source.isFirstOnLine(index)
        let here = source.line(of: index)
        let others = source.lineStarts.indices.filter { $0 > here && source[source.lineStarts[$0]] == "\t" }
        let more = others.count == 1 ? "1 more line starts with a tab" : "\(others.count) more lines start with a tab"
        issues.report(
            .tab, isIndentation ? "a tab cannot indent" : "a tab cannot stand here",
            at: source.span(at: index).part(from: 0, length: end - index), hint: "use spaces",
            notes: others.isEmpty ? [] : [more])
    }

    // MARK: - What was opened and is not closed

    private func reportOpen(_ issues: inout IssueList) -> Bool {
        switch (error.context, error.problem) {
        case ("while parsing a flow sequence", _): reportBracket("[", "]", &issues)
        case ("while parsing a flow mapping", _): reportBracket("{", "}", &issues)
        case ("while scanning a quoted scalar", "found unexpected end of stream"):
            issues.report(
                .syntax, "this quote is never closed", at: source.span(at: context),
                hint: "the text ends with the same `\(source[context].map(String.init) ?? "")`")
        case ("while scanning a quoted scalar", "found unexpected document indicator"):
            issues.report(
                .syntax, "this quote is not closed before the document ends in line \(source.span(at: index).line)",
                at: source.span(at: context))
        default: return reportEarlyQuote(&issues)
        }
        return true
    }

    private func reportBracket(_ opening: String, _ closing: String, _ issues: inout IssueList) {
        let found = source.span(token)
        let isBackOut =
            contextLine < found.line && source.isFirstOnLine(token.lowerBound) && !isClosing
            && source.indentation(at: token.lowerBound) <= source.indentation(at: context)
        if token.isEmpty || isBackOut {
            let bracket = source[context].map(String.init) == opening ? "this `\(opening)`" : "a `\(opening)`"
            issues.report(
                .syntax, "\(bracket) is never closed", at: source.span(at: context),
                notes: token.isEmpty ? [] : ["a `\(closing)` or `,` was expected before line \(found.line)"])
        } else {
            issues.report(
                .syntax, "expected `,` or `\(closing)` before \(tokenText)", at: found,
                notes: ["the `\(opening)` is in line \(contextLine), column \(source.span(at: context).column)"])
        }
    }

    /// A quote that was forgotten is closed by the next one in the file, behind which nothing makes sense.
    private func reportEarlyQuote(_ issues: inout IssueList) -> Bool {
        guard let quote = multilineQuote, quote.upperBound <= token.lowerBound,
            source.line(of: quote.upperBound) == source.line(of: token.lowerBound),
            source.skip(from: quote.upperBound, while: \.isBlank) >= token.lowerBound
        else { return false }
        issues.report(
            .syntax,
            "this quote is closed in line \(source.span(at: quote.upperBound).line), and \(tokenText) follows it",
            at: source.span(at: quote.lowerBound), hint: "is its own closing quote missing?")
        return true
    }

    // MARK: - Scalars, anchors, tags

    private func reportScalar(_ issues: inout IssueList) -> Bool {
        let place = source.span(token)
        switch error.problem {
        case "found unknown escape character":
            let escape = "\\" + (source[index + 1].map(String.init) ?? "")
            issues.report(
                .syntax, "`\(Printable.text(escape))` is no escape", at: source.span(index..<index + 2),
                hint: "write `\\\\` for a backslash, or use single quotes")
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
            issues.report(
                .syntax, "this escape is no character", at: source.span(at: index),
                hint: "`\\x` takes 2 hexadecimal digits, `\\u` 4 and `\\U` 8",
                notes: error.problem.contains("invalid")
                    ? ["halves of a surrogate pair are no characters; write `\\U` with the whole code"] : [])
        case "found character that cannot start any token":
            issues.report(.syntax, "a text cannot start with \(tokenText)", at: place, hint: "put it into quotes")
        case "did not find expected alphabetic or numeric character":
            let sign = error.context.contains("alias") ? "*" : "&"
            issues.report(
                .syntax, "`\(sign)` takes a name of letters, digits, `-` and `_`",
                at: source.span(context..<endOfWord(from: context)),
                hint: "put a text that starts with `\(sign)` into quotes")
        case "could not find expected ':'":
            let end = source.content(ofLine: source.line(of: context)).upperBound
            issues.report(.syntax, "expected `:` behind this key", at: source.span(context..<end))
        case "found undefined tag handle":
            issues.report(
                .unknownTag, "this tag means nothing here", at: source.span(context..<endOfWord(from: context)))
        default:
            return false
        }
        return true
    }

    // MARK: - Collections

    private func reportStructure(_ issues: inout IssueList) -> Bool {
        let place = source.span(token)
        switch error.problem {
        case "mapping values are not allowed in this context":
            issues.report(
                .syntax, "a `:` is not allowed here", at: place,
                hint: "put a text with `: ` into quotes, or check the indentation")
        case "block sequence entries are not allowed in this context":
            issues.report(
                .syntax, "a `-` that starts a list is not allowed here", at: place,
                hint: "start the list on its own line")
        case "mapping keys are not allowed in this context":
            issues.report(.syntax, "a `?` that starts a key is not allowed here", at: place, hint: "put it into quotes")
        case "did not find expected key":
            issues.report(
                .syntax, "expected a key of the mapping that starts in line \(contextLine) before \(tokenText)",
                at: place, hint: "check the indentation")
        case "did not find expected '-' indicator":
            issues.report(
                .syntax, "expected a `-` of the list that starts in line \(contextLine) before \(tokenText)", at: place,
                hint: "check the indentation")
        case "did not find expected node content":
            issues.report(.syntax, "expected a value before \(tokenText)", at: place)
        case "did not find expected <document start>":
            issues.report(
                .syntax, "expected `---` before \(tokenText)", at: place,
                hint: source.span(at: index).line == 1 ? nil : "check the indentation")
        case "found incompatible YAML document":
            issues.report(.syntax, "only YAML 1.1 and 1.2 can be read", at: place)
        default:
            return false
        }
        return true
    }

    // MARK: - What stands there

    /// The word at the problem; empty at the end of the file.
    private var token: Range<Int> {
        let start = source.skip(from: index) { $0.isBlank || $0.isBreak }
        return start..<endOfWord(from: start)
    }

    private var isClosing: Bool { source[token.lowerBound] == "]" || source[token.lowerBound] == "}" }

    private var tokenText: String {
        if token.isEmpty { return "the end of the file" }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: source.scalars[token])
        return "`\(Printable.text(String(view).first(40)))`"
    }

    private func endOfWord(from start: Int) -> Int {
        guard let first = source[start] else { return start }
        if Self.isSign(first) { return start + 1 }
        return source.skip(from: start + 1) { !$0.isBlank && !$0.isBreak && !",[]{}".unicodeScalars.contains($0) }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool { ",[]{}:?@`%".unicodeScalars.contains(scalar) }
}

extension TreeBuilder {
    /// The error that ended the parsing.
    mutating func report(_ error: SyntaxError) {
        SyntaxIssue(error: error, source: source, multilineQuote: multilineQuote).report(to: &issues)
    }
}
