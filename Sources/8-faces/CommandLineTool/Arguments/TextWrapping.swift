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
                let columns = DisplayWidth.of(word)
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
}
