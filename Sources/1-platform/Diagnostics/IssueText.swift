internal import Platform

/// Issues as text for people: position, source line, caret, hint and notes.
public struct IssueText: Sendable {
    private let sources: [String: String]
    private let colours: Bool
    /// A longer line is shown in part, in Unicode scalars, so that many issues of one long line stay readable.
    private static let window = 240

    /// - Parameters:
    ///   - sources: the text of each file, by the name that spans use; a file that is missing here gets no source line.
    ///   - colours: whether to colour with ANSI escapes.
    public init(sources: [String: String], colours: Bool = false) {
        self.sources = sources
        self.colours = colours
    }

    /// Spans count LF, CR LF and CR as line ends, and leave a byte order mark out.
    private static func lines(of text: String) -> [Substring] {
        var lines: [Substring] = []
        let bytes = text.utf8
        var start =
            text.unicodeScalars.first == "\u{FEFF}"
            ? text.unicodeScalars.index(after: text.startIndex) : text.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            var next = bytes.index(after: index)
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                lines.append(text[start..<index])
                if byte == UInt8(ascii: "\r"), next < bytes.endIndex, bytes[next] == UInt8(ascii: "\n") {
                    next = bytes.index(after: next)
                }
                start = next
            }
            index = next
        }
        lines.append(text[start...])
        return lines
    }

    /// A line as scalars, of which one may be as long as its file and have many issues.
    private struct Line {
        let file: String
        let number: Int
        let scalars: [Unicode.Scalar]
    }

    /// What has been cut up for the issues so far: nothing while there is none.
    private struct Cuts {
        var lines: [String: [Substring]] = [:]
        var last: Line?

        mutating func lines(of file: String, in sources: [String: String]) -> [Substring]? {
            if let known = lines[file] { return known }
            guard let text = sources[file] else { return nil }
            let cut = IssueText.lines(of: text)
            lines[file] = cut
            return cut
        }
    }

    /// One issue, ending in a newline.
    public func render(_ issue: Issue) -> String {
        var cuts = Cuts()
        return render(issue, &cuts)
    }

    private func render(_ issue: Issue, _ cuts: inout Cuts) -> String {
        var text = ""
        if let span = issue.span { text += "\(span.file):\(span.line):\(span.column): " }
        let tint = issue.severity == .error ? "31" : "33"
        text += colour("\(issue.severity.rawValue)[\(issue.kind)]", "1;" + tint) + ": \(issue.message)\n"
        var hint = issue.hint
        if let span = issue.span, let lines = cuts.lines(of: span.file, in: sources),
            lines.indices.contains(span.line - 1)
        {
            let number = String(span.line)
            let gutter = String(repeating: " ", count: max(0, 5 - number.utf8.count)) + number
            if cuts.last?.file != span.file || cuts.last?.number != span.line {
                cuts.last = Line(
                    file: span.file, number: span.line, scalars: Array(lines[span.line - 1].unicodeScalars))
            }
            let whole = cuts.last?.scalars ?? []
            let cut = max(0, min(span.column - 1 - Self.window / 2, whole.count - Self.window))
            let line = (cut > 0 ? ["…"] : []) + whole[cut...].prefix(Self.window)
            text += "\(gutter) | " + safe(line) + (cut + Self.window < whole.count ? "…" : "") + "\n"
            let before = line.prefix(span.column - 1 - cut + (cut > 0 ? 1 : 0))
            let width = min(span.length, max(1, line.count - before.count))
            let margin = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: Self.columns($0)) }.joined()
            let marked = line.dropFirst(before.count).prefix(width)
            let carets = String(repeating: "^", count: max(1, marked.reduce(0) { $0 + Self.columns($1) }))
            text += String(repeating: " ", count: gutter.utf8.count) + " | " + margin + colour(carets, tint)
            text += hint.map { " \($0)" } ?? ""
            text += "\n"
            hint = nil
        }
        for note in issue.notes + (hint.map { [$0] } ?? []) { text += "   = \(note)\n" }
        return text
    }

    /// All of them in order.
    public func render(_ issues: some Sequence<Issue>) -> String {
        var cuts = Cuts()
        return issues.map { render($0, &cuts) }.joined()
    }

    private func safe(_ line: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in line { view.append(scalar != "\t" && UnsafeCharacters.contains(scalar) ? "\u{FFFD}" : scalar) }
        return String(view)
    }

    private func colour(_ text: String, _ code: String) -> String {
        colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// Columns of a terminal: none for combining marks, two for wide East Asian characters and emoji.
    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
