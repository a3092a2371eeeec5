import Diagnostics
import YAMLTree

/// Every place that is told lies inside of the text, and a text's characters are where they are said to be.
enum YAMLTarget: FuzzTarget {
    static let name = "yaml"

    static func run(_ input: [UInt8]) {
        var limits = YAMLLimits.standard
        // So that aliases cannot make one input take a thousand times as long as another.
        limits.nodes = 2_000
        var issues = IssueList()
        let root = YAMLParser.parse(input, file: file, limits: limits, issues: &issues)
        let lines = lines(of: YAMLParser.text(of: input))
        for issue in issues.sorted {
            require(YAMLIssueKind(rawValue: issue.kind) != nil, "the kind of \(issue) is known")
            require(!issue.message.isEmpty, "\(issue) says something")
            let span = required(issue.span, "\(issue) has a place")
            require(marked(span, in: lines) != nil, "\(issue) is inside of the text, and is at \(span)")
        }
        var open = root.map { [$0] } ?? []
        while let node = open.popLast() {
            require(marked(node.span, in: lines) != nil, "a node is inside of the text, and is at \(node.span)")
            check(node, in: lines)
            _ = node.value
            open += (node.items ?? []) + (node.entries ?? []).flatMap { [$0.key, $0.value] }
        }
    }

    private static let file = "input.yaml"

    private static func check(_ node: YAMLNode, in lines: [[Unicode.Scalar]]) {
        guard let scalar = node.scalar else { return }
        for (offset, character) in scalar.text.unicodeScalars.enumerated().prefix(64) {
            let span = node.span(ofTextFrom: offset, length: 1)
            let text = required(marked(span, in: lines), "character \(offset) is inside of the text, and is at \(span)")
            if character.properties.isWhitespace { continue }
            require(
                text.first == character || text.first == "\\" && scalar.style == .doubleQuoted,
                "character \(offset), \(character.debugDescription), is at \(span)")
        }
        for (offset, length) in [(0, 99), (-1, 0), (1, 2), (99, 1)] {
            let span = node.span(ofTextFrom: offset, length: length)
            require(marked(span, in: lines) != nil, "\(offset)+\(length) is inside of the text, and is at \(span)")
        }
    }

    /// As a user counts them.
    private static func lines(of text: String) -> [[Unicode.Scalar]] {
        text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
            .map { Array($0.unicodeScalars) }
    }

    /// What stands at a span; nil if it is not inside of the text. Behind the last character of a line is inside.
    private static func marked(_ span: SourceSpan, in lines: [[Unicode.Scalar]]) -> ArraySlice<Unicode.Scalar>? {
        guard span.file == file, lines.indices.contains(span.line - 1), span.column >= 1, span.length >= 1 else {
            return nil
        }
        let line = lines[span.line - 1]
        guard span.column <= line.count + 1, span.length == 1 || span.column + span.length <= line.count + 1 else {
            return nil
        }
        return line.dropFirst(span.column - 1).prefix(span.length)
    }
}
