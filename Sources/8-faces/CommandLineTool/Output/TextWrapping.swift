internal import Diagnostics

/// Breaking text into lines.
enum TextWrapping {
    /// At spaces, to lines of at most `width` columns; a longer word has a line of its own. White space between words is
    /// one space, and a single newline counts as white space, except in front of an indented line, which is kept as it is.
    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if source.hasPrefix("  ") {
                if !line.isEmpty { lines.append(line) }
                lines.append(String(source))
                (line, used) = ("", 0)
                continue
            }
            for word in source.split(separator: " ") {
                let columns = columns(of: word)
                if !line.isEmpty, used + 1 + columns > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                if !line.isEmpty {
                    line += " "
                    used += 1
                }
                line += word
                used += columns
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// A line, and those that it goes on in where it is wider than the terminal; each ends in a newline.
    ///
    /// A word that there is no room for, such as an id or a digest, has a line of its own, as far in as there is room: what
    /// is to be copied stays whole.
    ///
    /// - Parameters:
    ///   - head: what stands before the text, as it is; alone on its line where too little room is left beside it.
    ///   - hang: how far in further lines are; nil: as far as the text is.
    ///   - width: nil: it is no terminal, and the line stays as it is.
    static func line(_ text: String, behind head: String = "", hang: Int? = nil, width: Int?) -> String {
        let start = columns(of: head)
        guard let width, start + columns(of: text) > width else { return head + text + "\n" }
        let hasRoom = width - start >= leastRoom
        let indent = hasRoom ? hang ?? start : min(hang ?? below, below)
        var lines = wrap(text, width: max(leastRoom, width - max(hasRoom ? start : 0, indent)))
        if hasRoom, indent < start, let first = lines.first {
            // Further lines begin farther out than the text does, and have the room that is there.
            lines = [first] + wrap(lines.dropFirst().joined(separator: " "), width: width - indent)
        }
        var result = head
        if hasRoom, let first = lines.first, start + columns(of: first) <= width {
            result += lines.removeFirst()
        } else {
            result = String(head.reversed().drop { $0 == " " }.reversed())
        }
        if !result.isEmpty { result += "\n" }
        for line in lines {
            result += String(repeating: " ", count: max(0, min(indent, width - columns(of: line)))) + line + "\n"
        }
        return result
    }

    /// The lines of a text, each broken as `line` does, but for indented ones: those are in columns, or are shown as they are.
    ///
    /// - Returns: without a newline at its end, as `text` has none.
    static func lines(_ text: String, width: Int?) -> String {
        if width == nil { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { source in
            source.hasPrefix(" ") ? String(source) : String(line(String(source), hang: 2, width: width).dropLast())
        }.joined(separator: "\n")
    }

    /// What a style puts into a text takes no room.
    static func columns(of text: some StringProtocol) -> Int {
        guard text.utf8.contains(0x1B) else { return DisplayWidth.of(text) }
        var plain = String(text)
        for code in Style.codes { plain = plain.split(separator: String(String.UnicodeScalarView(code))).joined() }
        return DisplayWidth.of(plain)
    }

    /// With fewer columns beside it, what comes first has a line of its own.
    static let leastRoom = 20
    /// How far in a text is below what comes first.
    private static let below = 4
}
