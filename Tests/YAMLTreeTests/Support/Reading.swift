import Diagnostics
import YAMLTree

/// A text after reading.
struct Reading {
    let text: String
    let root: YAMLNode?
    let issues: [Issue]
    /// The lines as a user counts them, found in another way than the library does it.
    let lines: [[Unicode.Scalar]]

    init(_ bytes: [UInt8], limits: YAMLLimits = .standard) {
        var issues = IssueList()
        root = YAMLParser.parse(bytes, file: "t.yaml", limits: limits, issues: &issues)
        self.issues = issues.sorted
        text = YAMLParser.text(of: bytes)
        lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
            .map { Array($0.unicodeScalars) }
    }

    init(_ text: String, limits: YAMLLimits = .standard) {
        self.init(Array(text.utf8), limits: limits)
    }

    var kinds: [String] { issues.map(\.kind) }
    /// Each issue as its place, length and kind, its message, and its hint with its notes.
    var told: [[String]] {
        issues.map { issue in
            let place = issue.span.map { "\($0.line):\($0.column)+\($0.length) " } ?? ""
            let rest = [issue.hint].compactMap { $0 } + issue.notes.map { "= \($0)" }
            return [place + issue.kind, issue.message, rest.joined(separator: " ")]
        }
    }
    var rendered: String { IssueText(sources: ["t.yaml": text]).render(issues) }

    /// Every node, keys included, once for each way to it.
    var nodes: [YAMLNode] {
        var found: [YAMLNode] = []
        var open = root.map { [$0] } ?? []
        while let node = open.popLast() {
            found.append(node)
            open += (node.items ?? []) + (node.entries ?? []).flatMap { [$0.key, $0.value] }
        }
        return found
    }

    /// What stands at a span; nil if it is not inside of the text. Behind the last character of a line is inside.
    func marked(_ span: SourceSpan) -> String? {
        guard span.file == "t.yaml", lines.indices.contains(span.line - 1), span.column >= 1, span.length >= 1,
            span.column <= lines[span.line - 1].count + 1,
            span.length == 1 || span.column + span.length <= lines[span.line - 1].count + 1
        else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: lines[span.line - 1].dropFirst(span.column - 1).prefix(span.length))
        return String(view)
    }
}
