/// A piece of text in a YAML file.
public struct YAMLScalar: Sendable, Hashable {
    /// How it was written.
    public enum Style: Sendable, Hashable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// As YAML reads it: unfolded, unescaped.
    public let text: String
    public let style: Style
    /// As it stands in the file, quotes and block header included.
    let raw: [Unicode.Scalar]

    init(text: String, style: Style, raw: [Unicode.Scalar]) {
        self.text = text
        self.style = style
        self.raw = raw
    }

    /// Where the scalar at `offset` of `text` stands in `raw`; nil where folding leaves more than one answer.
    func place(of offset: Int) -> (line: Int, column: Int)? {
        switch style {
        case .plain:
            return raw.contains(where: Self.isBreak) ? nil : (0, offset)
        case .singleQuoted, .doubleQuoted:
            return raw.contains(where: Self.isBreak) ? nil : quotedColumn(of: offset).map { (0, $0) }
        case .literal:
            return literalPlace(of: offset)
        case .folded:
            return nil
        }
    }

    /// Where a part of `text` stands in `raw`, if it stands there unchanged.
    func place(ofPart part: [Unicode.Scalar]) -> (line: Int, column: Int)? {
        guard !part.isEmpty, raw.count >= part.count else { return nil }
        guard
            let start = (0...(raw.count - part.count)).first(where: { raw[$0..<($0 + part.count)].elementsEqual(part) })
        else { return nil }
        let before = raw[..<start]
        let line = before.count { $0 == "\n" }
        let column = before.lastIndex(of: "\n").map { start - $0 - 1 } ?? start
        return (line, column)
    }

    private func quotedColumn(of offset: Int) -> Int? {
        var column = 1
        var left = offset
        while left > 0, column < raw.count {
            column += width(ofEscapeAt: column)
            left -= 1
        }
        return column < raw.count ? column : nil
    }

    /// Characters of the file that make one character of the text.
    private func width(ofEscapeAt index: Int) -> Int {
        if style == .singleQuoted { return raw[index] == "'" ? 2 : 1 }
        guard raw[index] == "\\", index + 1 < raw.count else { return 1 }
        switch raw[index + 1] {
        case "x": return 4
        case "u": return 6
        case "U": return 10
        default: return 2
        }
    }

    private func literalPlace(of offset: Int) -> (line: Int, column: Int)? {
        let lines = raw.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indent =
            lines.first { $0.contains { $0 != " " && $0 != "\r" } }?.prefix { $0 == " " }.count ?? 0
        var line = 0
        var column = 0
        for scalar in text.unicodeScalars.prefix(offset) {
            if scalar == "\n" {
                line += 1
                column = 0
            } else {
                column += 1
            }
        }
        return (line + 1, indent + column)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}
