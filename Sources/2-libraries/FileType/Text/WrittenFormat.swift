/// Formats that are written in text and are more than text: what a browser shows or runs, what a shell or Windows runs, and
/// documents of other kinds.
///
/// Nothing runs a text because of a word in it. What counts is a beginning by which programs choose, with evidence that it is
/// meant, and code that runs wherever the text is shown as a page. The rules are in `docs/bad-input.md`.
struct WrittenFormat {
    private var hasBegun = false
    private var sheet: SymbolicLinkSheet?
    private var scanner = MarkupScanner()

    /// The MIME name of what a whole text is; nil: of nothing but text.
    static func find(_ text: [UInt8]) -> String? {
        var format = WrittenFormat()
        return format.read(text, isLast: true)
    }

    /// Takes the next part of a text, from its beginning on, each character in one byte.
    ///
    /// - Returns: the MIME name of what the text is, as soon as a part shows it; nil: of nothing but text so far.
    mutating func read(_ part: [UInt8], isLast: Bool) -> String? {
        if !hasBegun {
            hasBegun = true
            if let type = Self.type(beginning: part) { return type }
            sheet = SymbolicLinkSheet(part)
        }
        if sheet?.read(part, isLast: isLast) == true { return "application/x-sylk" }
        return scanner.read(part, isLast: isLast)
    }

    private static func type(beginning text: [UInt8]) -> String? {
        // Browsers pass over blanks, and older ones over more.
        let start = Array(text.drop { $0 <= 0x20 || $0 == 0x7F })
        if start.starts(with: "%PDF-".utf8) { return "application/pdf" }
        if start.starts(with: "{\\rtf".utf8) { return "text/rtf" }
        if isPostScript(start) { return "application/postscript" }
        if isScript(start) { return "text/x-shellscript" }
        if let type = PageBeginning.type(start) { return type }
        if let type = SettingsFile.type(start) { return type }
        return BatchFile.isOne(start) ? "text/x-msdos-batch" : nil
    }

    /// Printers and viewers go by "%!PS"; the older "%!" stands alone in its line.
    private static func isPostScript(_ text: [UInt8]) -> Bool {
        guard text.starts(with: "%!".utf8) else { return false }
        return text.dropFirst(2).starts(with: "PS".utf8) || text.count == 2 || [0x0A, 0x0D].contains(text[2])
    }

    /// Whether it names the program that runs it, as systems do by an absolute path.
    private static func isScript(_ text: [UInt8]) -> Bool {
        guard text.starts(with: "#!".utf8) else { return false }
        return text.dropFirst(2).first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "/")
    }
}

/// ASCII alone.
func lowercased(_ text: some Sequence<UInt8>) -> [UInt8] {
    text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
}
