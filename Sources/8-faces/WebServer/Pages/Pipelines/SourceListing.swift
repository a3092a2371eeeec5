internal import Diagnostics

/// The text of a pipeline with numbers of lines, colours, and what lint has to say of it.
enum SourceListing {
    /// - Parameter label: what it is, for those who do not see it.
    static func html(_ source: String, _ issues: [Issue], label: String) -> HTML {
        let byLine = Dictionary(grouping: issues.filter { $0.span != nil }) { $0.span?.line ?? 0 }
        var lines = YAMLColours.lines(source)
        if lines.last?.isEmpty == true, lines.count > 1 { lines.removeLast() }
        return """
            <pre class="source" tabindex="0" role="region" aria-label="\(label)"><code>\
            \(lines.enumerated().map { line($0 + 1, $1, byLine[$0 + 1] ?? []) })</code></pre>
            """
    }

    /// What is wrong, as a list with links to the lines.
    static func issues(_ issues: [Issue]) -> HTML {
        """
        <ul class="issues">
        \(issues.map(item))
        </ul>
        """
    }

    private static func item(_ issue: Issue) -> HTML {
        """
        <li class="issue issue-\(issue.severity.rawValue)">\(icon(issue))<div>\
        <p>\(issue.span.map { "<a href=\"#L\($0.line)\">Line \($0.line)</a>, column \($0.column): " as HTML })\
        \(Prose.sentence(issue.message))</p>\(issue.hint.map { "<p class=\"quiet\">\(Prose.sentence($0))</p>" as HTML })\
        \(issue.notes.map { "<p class=\"quiet\">\(Prose.inline($0))</p>" as HTML })</div></li>

        """
    }

    private static func icon(_ issue: Issue) -> HTML {
        Icon.html(
            issue.severity == .error ? "close" : "warning", meaning: issue.severity == .error ? "Error" : "Warning")
    }

    private static func line(_ number: Int, _ tokens: [YAMLColours.Token], _ issues: [Issue]) -> HTML {
        let worst = issues.contains { $0.severity == .error } ? "error" : issues.isEmpty ? nil : "warning"
        return """
            <span class="line\(worst.map { " line-\($0)" } ?? "")" id="L\(number)" data-line="\(number)">\
            \(coloured(tokens, issues))\("\n")</span>\(issues.map(mark))
            """
    }

    /// The line's text, cut where a colour or a mark begins or ends.
    static func coloured(_ tokens: [YAMLColours.Token], _ issues: [Issue]) -> [HTML] {
        let marks = issues.compactMap { issue in
            issue.span.map { (range: $0.column - 1..<$0.column - 1 + $0.length, severity: issue.severity) }
        }
        var column = 0
        var parts: [HTML] = []
        for token in tokens {
            let scalars = Array(token.text.unicodeScalars)
            let range = column..<column + scalars.count
            let ends = Set(marks.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.filter(range.contains))
                .union([range.lowerBound, range.upperBound]).sorted()
            for (start, end) in zip(ends, ends.dropFirst()) {
                let text = String(String.UnicodeScalarView(scalars[start - column..<end - column]))
                let severity = marks.filter { $0.range.contains(start) }.map(\.severity)
                let flaw = severity.contains(.error) ? " flaw flaw-error" : severity.isEmpty ? "" : " flaw flaw-warning"
                let plain = token.kind == .plain && flaw.isEmpty
                parts.append(plain ? "\(text)" : "<span class=\"yaml-\(token.kind.rawValue)\(flaw)\">\(text)</span>")
            }
            column = range.upperBound
        }
        return parts
    }

    /// What is wrong, below the line and with a caret at its place.
    private static func mark(_ issue: Issue) -> HTML {
        let span = issue.span
        let caret =
            String(repeating: " ", count: min(200, (span?.column ?? 1) - 1))
            + String(repeating: "^", count: min(80, span?.length ?? 1))
        return """
            <span class="line-issue issue-\(issue.severity.rawValue)"><span aria-hidden="true">\(caret) </span>\
            <span class="visually-hidden">Line \(span?.line ?? 0): </span>\(issue.message)\
            \(issue.hint.map { "; \($0)" as HTML })\("\n")</span>
            """
    }
}
