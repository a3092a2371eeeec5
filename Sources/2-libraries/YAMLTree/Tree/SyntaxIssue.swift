internal import Diagnostics
internal import Platform

/// Puts what libyaml says of a text that is not YAML into words for the people who wrote it, at the place where they
/// have to change something: an open bracket is reported where it was opened, not at the end of the file.
struct SyntaxIssue {
    let error: SyntaxError
    let source: SourceText
    /// Of the innermost collection, if it is in brackets and not closed.
    let openBracket: Int?
    /// The last quoted scalar that has several lines.
    let multilineQuote: Range<Int>?

    /// Where libyaml met the problem.
    let index: Int
    /// Where what it was reading starts.
    let context: Int
    /// The word at the problem; empty at the end of the file.
    let token: Range<Int>

    init(_ error: SyntaxError, in source: SourceText, openBracket: Int?, multilineQuote: Range<Int>?) {
        self.error = error
        self.source = source
        self.openBracket = openBracket
        self.multilineQuote = multilineQuote
        index = min(error.index, source.scalars.count)
        context = min(error.contextIndex ?? index, source.scalars.count)
        let start = source.skip(from: index) { $0.isBlank || $0.isBreak }
        token = start..<Self.endOfWord(from: start, in: source)
    }

    func report(to issues: inout IssueList) {
        issues.report(
            tabIssue ?? blankIssue ?? openIssue ?? scalarIssue ?? directiveIssue ?? structureIssue ?? tagIssue
                ?? otherIssue)
    }

    /// What no other rule knows, and what has nothing to do with the text.
    private var otherIssue: Issue {
        let notes = error.context.isEmpty ? [] : ["what cannot be read on starts in line \(contextLine)"]
        return error.problem.isEmpty
            ? syntax("there is no memory to read this file", at: place)
            : syntax("this cannot be read as YAML", at: place, notes: notes)
    }

    private var tabIssue: Issue? {
        guard source[index] == "\t" || error.problem.hasPrefix("found a tab character") else { return nil }
        let end = source.skip(from: index) { $0 == "\t" }
        let here = source.line(of: index)
        let others = source.lineStarts.indices.count { $0 > here && source[source.lineStarts[$0]] == "\t" }
        let more = others == 1 ? "1 more line starts with a tab" : "\(others) more lines start with a tab"
        return .error(
            YAMLIssueKind.tab.rawValue,
            source.isFirstOnLine(index) ? "a tab cannot indent" : "a tab cannot stand here",
            at: source.span(at: index).part(from: 0, length: max(1, end - index)), hint: "use spaces",
            notes: others == 0 ? [] : [more])
    }

    /// What such a blank indents is another thing than it seems: libyaml meets the problem there, or in the next line.
    private var blankIssue: Issue? {
        let here = source.line(of: token.isEmpty ? index : token.lowerBound)
        let before = source.lineStarts[..<here].indices.last { line in
            source.skip(from: source.lineStarts[line], while: \.isBlank) < source.content(ofLine: line).upperBound
        }
        for line in [here, before].compactMap({ $0 }) {
            if let blanks = source.oddBlanks(ofLine: line) { return .oddBlanks(blanks, in: source) }
        }
        return nil
    }

    func syntax(_ message: String, at span: SourceSpan, hint: String? = nil, notes: [String] = []) -> Issue {
        .error(YAMLIssueKind.syntax.rawValue, message, at: span, hint: hint, notes: notes)
    }

    // MARK: - What stands there

    /// Of the problem; behind the last word at the end of the file.
    var place: SourceSpan {
        if !token.isEmpty { return source.span(token) }
        let end = source.scalars.lastIndex { !$0.isBlank && !$0.isBreak }
        return source.span(at: end.map { $0 + 1 } ?? 0)
    }

    var contextLine: Int { source.span(at: context).line }

    /// The word at the problem, for a message.
    var tokenText: String {
        if token.isEmpty { return "the end of the file" }
        let text = text(of: token)
        return text == "`" ? "a backtick" : "`\(text)`"
    }

    var isClosing: Bool { source[token.lowerBound] == "]" || source[token.lowerBound] == "}" }

    func text(of range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: source.scalars[range.clamped(to: source.scalars.indices)])
        return Printable.text(String(view).first(40))
    }

    /// The word at an index.
    func word(at start: Int) -> Range<Int> { start..<Self.endOfWord(from: start, in: source) }

    private static func endOfWord(from start: Int, in source: SourceText) -> Int {
        guard let first = source[start] else { return start }
        if ",[]{}:?@`%".unicodeScalars.contains(first) { return start + 1 }
        return source.skip(from: start + 1) { !$0.isBlank && !$0.isBreak && !",[]{}".unicodeScalars.contains($0) }
    }
}

extension Issue {
    /// Blanks at the beginning of a line that indent nothing.
    static func oddBlanks(_ range: Range<Int>, in source: SourceText) -> Issue {
        let code = String(source.scalars[range.lowerBound].value, radix: 16, uppercase: true)
        let name = String(repeating: "0", count: max(0, 4 - code.count)) + code
        return .error(
            YAMLIssueKind.blank.rawValue, "the blank U+\(name) cannot indent",
            at: source.span(at: range.lowerBound).part(from: 0, length: range.count), hint: "use spaces")
    }
}

extension TreeBuilder {
    /// The error that ended the parsing.
    mutating func report(_ error: SyntaxError) {
        let issue = SyntaxIssue(error, in: source, openBracket: openBracket, multilineQuote: multilineQuote)
        issue.report(to: &issues)
    }
}

/// Lists and mappings by indentation.
extension SyntaxIssue {
    var structureIssue: Issue? {
        switch error.problem {
        case "mapping values are not allowed in this context":
            syntax(
                "a `:` is not allowed here", at: place,
                hint: "put a text with `: ` into quotes, or check the indentation")
        case "block sequence entries are not allowed in this context":
            syntax("a list cannot start here", at: place, hint: "start it on its own line, or put the text into quotes")
        case "mapping keys are not allowed in this context":
            syntax("a text cannot start with `?`", at: place, hint: "put it into quotes")
        case "did not find expected key" where source[token.lowerBound] == ":":
            syntax("a key is missing before this `:`", at: place)
        case "did not find expected key":
            syntax(
                "expected a key of the mapping that starts in line \(contextLine) before \(tokenText)", at: place,
                hint: "check the indentation")
        case "did not find expected '-' indicator":
            syntax(
                "expected a `-` of the list that starts in line \(contextLine) before \(tokenText)", at: place,
                hint: "check the indentation")
        case "did not find expected node content":
            syntax("expected a value before \(tokenText)", at: place)
        case "did not find expected <document start>":
            syntax(
                "\(tokenText) follows the end of the document", at: place,
                hint: "a file holds one mapping, one list or one text")
        default:
            nil
        }
    }
}
