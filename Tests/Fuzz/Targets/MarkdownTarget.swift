import Markdown

/// Whatever a text says, what is written of it has only elements and attributes of the renderer's list, all closed, addresses
/// that are safe, and ids that are unique.
enum MarkdownTarget: FuzzTarget {
    static let name = "markdown"

    private static let elements: Set<String> = [
        "p", "blockquote", "ul", "ol", "li", "pre", "code", "em", "strong", "a", "div", "table", "thead", "tbody", "tr",
        "th",
        "td", "h1", "h2", "h3", "h4", "h5", "h6",
    ]
    private static let attributes: Set<String> = ["start", "href", "title", "rel", "class", "id"]

    static func run(_ input: [UInt8]) {
        let document: MarkdownDocument
        do throws(MarkdownError) {
            document = try MarkdownDocument(input)
        } catch {
            require(error == .notUTF8 || input.count > 10_000, "a short text is read: \(error)")
            return
        }
        require(Set(document.headings.map(\.id)).count == document.headings.count, "ids are unique")
        require(document.html.utf8.count < 64 * (input.count + 16), "what is written is no multiple of the text")
        check(Array(document.html.utf8))
    }

    private static func check(_ html: [UInt8]) {
        var open: [String] = []
        var rest = html[...]
        while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) {
            require(rest[start] == UInt8(ascii: "<"), "`>` ends a tag")
            let end = required(rest.firstIndex(of: UInt8(ascii: ">")), "a tag ends")
            let tag = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if tag == "br" || tag == "hr" { continue }
            if tag.hasPrefix("/") {
                require(open.popLast() == String(tag.dropFirst()), "<\(tag)> closes what is open")
                continue
            }
            let name = String(tag.prefix { $0 != " " })
            require(elements.contains(name), "<\(tag)> is allowed")
            open.append(name)
            // Names and values in turn: quotes are escaped in a value.
            let parts = tag.dropFirst(name.count).utf8.split(
                separator: UInt8(ascii: "\""), omittingEmptySubsequences: false
            )
            .map { String(decoding: Array($0), as: UTF8.self) }
            require(parts.count % 2 == 1 && parts.last == "", "<\(tag)> has quotes in pairs")
            for index in stride(from: 0, to: parts.count - 1, by: 2) {
                require(parts[index].hasPrefix(" ") && parts[index].hasSuffix("="), "<\(tag)> has attributes")
                let attribute = String(parts[index].dropFirst().dropLast())
                require(attributes.contains(attribute), "<\(tag)> may have `\(attribute)`")
                if attribute == "href" { require(isSafe(parts[index + 1]), "`\(parts[index + 1])` is safe") }
            }
        }
        require(open.isEmpty, "all is closed")
    }

    private static func isSafe(_ address: String) -> Bool {
        let lower = address.lowercased()
        let hasScheme = lower.prefix { !"/?#".contains($0) }.contains(":")
        return lower.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && (!hasScheme || ["http:", "https:", "mailto:"].contains { lower.hasPrefix($0) })
    }
}
