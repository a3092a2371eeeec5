/// The beginning of a page, by which a browser that is not told what a file is takes it for one (WHATWG's "MIME Sniffing", 7.1:
/// a tag at the start), with evidence that it is meant: a first cell may be `<body mass>` or `<b>Jordan</b>`.
enum PageBeginning {
    /// Of these a page is made. Those that only mark words (`b`, `a`, `p`, …) may stand in any cell, and `script` and `style`
    /// do something only with what is in them.
    private static let frame: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "base", "iframe", "frame", "frameset", "object", "embed",
        "table", "div", "form", "center", "h1", "h2", "h3", "h4", "h5", "h6", "svg", "math", "template", "video",
        "audio", "marquee", "input", "button",
    ]

    /// The MIME name of the page that a text begins, whose first byte is no blank; nil: it begins none.
    static func type(_ text: [UInt8]) -> String? {
        guard text.first == UInt8(ascii: "<") else { return nil }
        let head = String(decoding: lowercased(text.prefix(64)), as: UTF8.self)
        if head.hasPrefix("<?xml ") || head.hasPrefix("<?xml\t"), head.contains("version") { return "text/xml" }
        var position = 0
        while let end = behindRemark(text, position) { position = skipBlanks(text, end) }
        if isDocumentType(text, position) { return "text/html" }
        guard case .tag(let tag) = Tag.read(text, at: position) else { return nil }
        let hasValue = tag.attributes.contains { $0.value != nil }
        // Words in angle brackets.
        guard tag.attributes.isEmpty || hasValue else { return nil }
        let isFrame = frame.contains(tag.name)
        guard isFrame || position > 0 && tag.name.utf8.allSatisfy(Tag.isLetter) else { return nil }
        let type = tag.name == "svg" ? "image/svg+xml" : "text/html"
        if hasValue || tag.name == "html" || position > 0 { return type }
        return hasMore(text, tag) ? type : nil
    }

    /// Whether another tag follows at once, or the end tag somewhere.
    private static func hasMore(_ text: [UInt8], _ tag: Tag) -> Bool {
        let next = skipBlanks(text, tag.end)
        if case .tag = Tag.read(text, at: next), text[next] == UInt8(ascii: "<") { return true }
        let end = Array("</\(tag.name)".utf8)
        return text[next...].indices.contains {
            text[$0] == end[0] && lowercased(text[$0...].prefix(end.count)) == end
        }
    }

    /// Behind the remark that begins there; nil: none does, or it has no end.
    private static func behindRemark(_ text: [UInt8], _ position: Int) -> Int? {
        guard text[position...].starts(with: "<!--".utf8) else { return nil }
        let end = Array("-->".utf8)
        return text[(position + 4)...].indices.first { text[$0] == end[0] && text[$0...].starts(with: end) }
            .map { $0 + 3 }
    }

    private static func isDocumentType(_ text: [UInt8], _ position: Int) -> Bool {
        let mark = "<!doctype"
        guard lowercased(text[position...].prefix(mark.utf8.count)).elementsEqual(mark.utf8) else { return false }
        let rest = text[position...].dropFirst(mark.utf8.count)
        guard let blank = rest.first, Tag.isBlank(blank) else { return false }
        return rest.first { !Tag.isBlank($0) }.map(Tag.isLetter) ?? false
    }

    private static func skipBlanks(_ text: [UInt8], _ position: Int) -> Int {
        text[min(position, text.count)...].firstIndex { $0 > 0x20 } ?? text.count
    }
}
