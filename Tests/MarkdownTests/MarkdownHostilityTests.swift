internal import CompassTesting
internal import Markdown
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct MarkdownHostilityTests {
    @Test(
        "10,000 of anything within each other: written up to a depth, with all of the text",
        arguments: [">", "> ", "- ", "1. ", "*a **b ", "[", "![", "> - "])
    func nesting(_ unit: String) throws {
        let text = String(repeating: unit, count: 10_000) + "core"
        let html = try MarkdownDocument(Array(text.utf8)).html
        #expect(html.contains("core"))
        #expect(html.split(separator: "<blockquote>").count <= 65)
        #expect(HTMLCheck.problems(html) == [])
    }

    @Test(
        "the longest text that is taken, of anything, is read: work that grew with the square would not end",
        arguments: Nightly.some([
            "Some words *and* `more` [of](/it) **them**.\n\n", "# Heading\n\n", "- item\n", "|a|b|\n|-|-|\n|c|d|\n\n",
            "> quote\n\n",
            "a@b.cd ", "www.a.bc ", "&amp;", "*a ", "_", "`a", "\\", "<a ", "~a", "> - ", "| ", "a\n",
        ]))
    func longestOfOne(_ unit: String) throws {
        let text = String(repeating: unit, count: Self.longest / unit.utf8.count)
        #expect(!(try MarkdownDocument(Array(text.utf8)).html).isEmpty)
    }

    @Test("a long text of all kinds of blocks: each heading has an id of its own")
    func longest() throws {
        let unit = "## Heading\n\nSome words *and* `more` <http://of.it> **them**, to me@a.bc.\n\n- item\n\n"
        let count = Self.longest / unit.utf8.count
        let document = try MarkdownDocument(Array(String(repeating: unit, count: count).utf8))
        #expect(Set(document.headings.map(\.id)).count == count)
    }

    /// In bytes.
    private static let longest = MarkdownDocument.Options().limit

    private static let words = [
        "#", "##", " ", "\n", "\n\n", "a", "b c", "*", "**", "_", "`", "```", "[", "]", "(", ")", "![", "](", "](/x)",
        "<", ">",
        "> ", "- ", "1. ", "|", "|-|\n", "    ", "\t", "\\", "&amp;", "&", "\"", "'", "<script>", "</script>",
        "<b onclick=\"", "<!--",
        "javascript:", "data:", "http://a.b", "www.a.b", "a@b.c", "mailto:", "[a]: javascript:b\n", "[a]", "\r", "\0",
        "ä", "\u{202E}",
        "\"onclick=\"", "=\n", "---\n", "<a href=\"", "~~", "&#106;", "&#x3C;", ":", "//", "%",
    ]

    @Test(
        "texts of anything: what is written has no element, attribute or address but those that are allowed",
        arguments: 0..<(Nightly.isOn ? 20 : 2))
    func anything(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<200 {
            let text = (0..<random.below(40)).map { _ in Self.words[random.below(Self.words.count)] }.joined()
            let document = try MarkdownDocument(Array(text.utf8))
            #expect(HTMLCheck.problems(document.html) == [], "\(text.debugDescription)")
            let ids = document.headings.map(\.id)
            #expect(Set(ids).count == ids.count, "\(text.debugDescription)")
            for id in ids { #expect(document.html.contains(" id=\"\(id)\">")) }
        }
    }

    @Test("a cache: each key is read once as long as it is used, and what fails is asked for again")
    func cache() throws {
        let cache = MarkdownCache(capacity: 2)
        var reads: [String] = []
        func ask(_ key: String) throws(MarkdownError) -> MarkdownDocument {
            try cache.document(for: key) { () throws(MarkdownError) in
                reads.append(key)
                if key == "bad" { throw .notUTF8 }
                return try MarkdownDocument(Array(key.utf8))
            }
        }
        for key in ["a", "b", "a", "c", "a", "b", "bad", "bad"] {
            if key == "bad" {
                #expect(throws: MarkdownError.notUTF8) { try ask(key) }
            } else {
                #expect(try ask(key).html == "<p>\(key)</p>\n")
            }
        }
        #expect(reads == ["a", "b", "c", "b", "bad", "bad"])
    }
}

/// Reads HTML as the renderer writes it, and says what else there is.
enum HTMLCheck {
    private static let elements: [String: Set<String>] = [
        "p": [], "blockquote": [], "ul": [], "ol": ["start"], "li": [], "pre": [], "code": [], "em": [], "strong": [],
        "a": ["href", "title", "rel"], "div": ["class"], "table": [], "thead": [], "tbody": [], "tr": [],
        "th": ["class"],
        "td": ["class"], "h1": ["id"], "h2": ["id"], "h3": ["id"], "h4": ["id"], "h5": ["id"], "h6": ["id"],
    ]

    static func problems(_ html: String) -> [String] {
        var problems: [String] = []
        var open: [String] = []
        var rest = Array(html.utf8)[...]
        while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) {
            guard rest[start] == UInt8(ascii: "<"), let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
                return problems + ["a bracket that is none of a tag"]
            }
            let tag = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if tag == "br" || tag == "hr" { continue }
            if tag.hasPrefix("/") {
                if open.popLast() != String(tag.dropFirst()) { problems.append("<\(tag)> closes something else") }
                continue
            }
            let name = String(tag.prefix { $0 != " " })
            guard let allowed = elements[name] else {
                problems.append("<\(tag)>")
                continue
            }
            open.append(name)
            problems += attributes(tag.dropFirst(name.count), allowed)
        }
        return open.isEmpty ? problems : problems + ["not closed: \(open)"]
    }

    private static func attributes(_ text: Substring, _ allowed: Set<String>) -> [String] {
        var problems: [String] = []
        var rest = Array(text.utf8)[...]
        while rest.first == 0x20 {
            let name = String(decoding: rest.dropFirst().prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            rest = rest.dropFirst(name.utf8.count + 2)
            guard rest.first == UInt8(ascii: "\"") else { return problems + ["\(text): no quote"] }
            let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(value.count + 2)
            if !allowed.contains(name) { problems.append("\(text): \(name)") }
            if name == "href", !isSafe(String(decoding: value, as: UTF8.self)) { problems.append("\(text): address") }
        }
        return rest.isEmpty ? problems : problems + ["\(text): what follows"]
    }

    private static func isSafe(_ address: String) -> Bool {
        let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>\\".utf8.contains($0) }
        let lower = address.lowercased()
        let hasScheme = lower.prefix { !"/?#".contains($0) }.contains(":")
        return isPlain && (!hasScheme || ["http:", "https:", "mailto:"].contains { lower.hasPrefix($0) })
    }
}
