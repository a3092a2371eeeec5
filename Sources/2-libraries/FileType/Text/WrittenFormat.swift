/// Formats that are written in text and are more than text: what a browser shows or runs, what a shell or Windows runs, and
/// documents of other kinds.
///
/// Words in a text are not enough: a transcript may name the tag `<table>`. What counts is a beginning by which programs
/// choose (for pages the one of WHATWG's "MIME Sniffing", 7.1, and more tags), or code that runs where it stands.
enum WrittenFormat {
    /// The MIME name of what a text with this beginning is; nil: of nothing but text.
    static func find(_ text: [UInt8]) -> String? {
        // Browsers pass over blanks, and older ones over more.
        let start = text.drop { $0 <= 0x20 || $0 == 0x7F }.prefix(64)
        let head = MarkupScanner.lowercased(Array(start))
        for (mark, type) in marks where head.starts(with: mark.utf8) { return type }
        if head.first == UInt8(ascii: "@"), batchWords.contains(word(head.dropFirst())) {
            return "text/x-msdos-batch"
        }
        if head.first == UInt8(ascii: "<"), tags.contains(word(head.dropFirst())) { return "text/html" }
        return hasSheetMacros(start, text) ? "application/x-sylk" : findWithin(text)
    }

    /// Whether it is a workbook in Microsoft's symbolic link form with names or settings, and so maybe with macros, which
    /// Excel opens as such under any name. A table whose first column is called "ID" begins in the same way.
    private static func hasSheetMacros(_ start: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        guard start.starts(with: "ID;P".utf8) else { return false }
        return text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains {
            $0.starts(with: "NN;N".utf8) || $0.starts(with: "O;".utf8)
        }
    }

    /// The same for any part of a text.
    static func findWithin(_ text: [UInt8]) -> String? {
        guard text.contains(UInt8(ascii: "<")) else { return nil }
        var scanner = MarkupScanner(text)
        return scanner.activeType()
    }

    /// In lower case.
    private static let marks: [(mark: String, type: String)] = [
        ("%pdf-", "application/pdf"), ("{\\rtf", "text/rtf"), ("%!", "application/postscript"),
        ("#!", "text/x-shellscript"), ("<?php", "text/x-php"), ("<?xml", "text/xml"), ("<svg", "image/svg+xml"),
        ("<!doctype", "text/html"), ("<!entity", "text/html"), ("<!--", "text/html"),
    ]

    private static let tags: Set<String> = [
        "html", "head", "body", "script", "iframe", "h1", "h2", "h3", "h4", "h5", "h6", "div", "font", "table", "a",
        "style", "title", "b", "br", "p", "meta", "link", "object", "embed", "form", "img", "ul", "ol", "li", "span",
        "center", "input", "button", "base", "frame", "frameset", "marquee", "video", "audio", "math", "template",
    ]

    /// With which lines of batch files begin, when they are not to be shown.
    private static let batchWords: Set<String> = [
        "echo", "rem", "set", "setlocal", "if", "for", "call", "cls", "start", "goto", "cmd", "powershell", "cd",
        "cscript",
        "wscript", "mshta",
    ]

    /// The letters and digits that it begins with; empty when others follow directly.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        let word = bytes.prefix { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
        let next = bytes.dropFirst(word.count).first
        let ends: [UInt8] = [0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: ".")]
        guard next.map(ends.contains) ?? true else { return "" }
        return String(decoding: word, as: UTF8.self)
    }
}
