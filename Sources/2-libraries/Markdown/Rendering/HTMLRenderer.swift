/// Writes the nodes of a text as HTML. It is this and not the library's own renderer, so that what may stand in a page is a list
/// that can be read here: markup and ids could be brought into the library's only as raw text, and its links only by looking
/// through what it has written.
///
/// Elements: h1 to h6 (id), p, blockquote, ul, ol (start), li, pre, code, hr, br, em, strong, a (href, title, rel), div (class), table,
/// thead, tbody, tr, th and td (class).
struct HTMLRenderer {
    /// Elements within each other that may nest at will; deeper ones are left out, and what they hold stays.
    static let deepest = 64

    private(set) var title: String?
    private(set) var headings: [MarkdownDocument.Heading] = []
    private(set) var firstParagraph = ""

    private let options: MarkdownDocument.Options
    private var output: [UInt8] = []
    private var slugs = Slugs()
    /// Of each node that is open and may nest, whether it was written.
    private var isWritten: [Bool] = []
    private var depth = 0
    private var openLinks = 0
    /// Containers that are open; headings at the top are in none.
    private var containers = 0
    /// Where the heading that is open begins.
    private var headingStart = 0
    /// The text of the heading or the first paragraph, while one is open.
    private var plain: [UInt8]?
    private var alignments: [UInt8] = []
    private var cell = 0
    private var cellTag = "td"
    private var hasBody = false
    /// Where sections begin, and with which heading.
    private var starts: [(place: Int, heading: MarkdownDocument.Heading)] = []

    init(_ options: MarkdownDocument.Options) {
        self.options = options
    }

    var sections: [MarkdownDocument.Section] {
        func text(_ range: Range<Int>) -> String { String(decoding: output[range], as: UTF8.self) }
        let first = starts.first?.place ?? output.count
        var sections: [MarkdownDocument.Section] = []
        if first > 0 { sections.append(.init(heading: nil, html: text(0..<first))) }
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].place : output.count
            sections.append(.init(heading: start.heading, html: text(start.place..<end)))
        }
        return sections
    }

    mutating func visit(_ event: SyntaxTree.Event) {
        switch event {
        case .enter(let node): enter(node)
        case .leave(let node): leave(node)
        }
    }

    // MARK: Nodes

    private mutating func enter(_ node: SyntaxTree.Node) {
        switch node {
        case .document, .other, .image: break
        case .quotation: open("<blockquote>\n")
        case .list(let start):
            open(start == nil ? "<ul>\n" : start == 1 ? "<ol>\n" : "<ol start=\"\(start ?? 1)\">\n")
        case .item:
            // As its list.
            let isListWritten = isWritten.last ?? false
            isWritten.append(isListWritten)
            containers += 1
            if isListWritten { line("<li>") }
        case .paragraph(let isTight):
            if !isTight { line("<p>") }
            if firstParagraph.isEmpty, plain == nil { plain = [] }
        case .heading:
            beginLine()
            headingStart = output.count
            plain = []
        case .codeBlock(let text):
            line("<pre><code>")
            escape(text)
            write("</code></pre>\n")
        case .rule: line("<hr>\n")
        case .text(let text):
            escape(text)
            plain?.append(contentsOf: text)
        case .code(let text):
            write("<code>")
            escape(text)
            write("</code>")
            plain?.append(contentsOf: text)
        case .softBreak, .lineBreak:
            if case .lineBreak = node { write("<br>") }
            write("\n")
            plain?.append(0x20)
        case .emphasis: openInline("<em>")
        case .strong: openInline("<strong>")
        case .link(let url, let title): openLink(url, title)
        case .table(let alignments):
            self.alignments = alignments
            hasBody = false
            line("<div class=\"table\"><table>\n")
        case .row(let isHeader):
            cell = 0
            cellTag = isHeader ? "th" : "td"
            if isHeader {
                line("<thead>\n")
            } else if !hasBody {
                hasBody = true
                line("<tbody>\n")
            }
            write("<tr>")
        case .cell:
            let alignment = cell < alignments.count ? alignments[cell] : 0
            cell += 1
            switch alignment {
            case UInt8(ascii: "l"): write("<\(cellTag) class=\"left\">")
            case UInt8(ascii: "c"): write("<\(cellTag) class=\"center\">")
            case UInt8(ascii: "r"): write("<\(cellTag) class=\"right\">")
            default: write("<\(cellTag)>")
            }
        }
    }

    private mutating func leave(_ node: SyntaxTree.Node) {
        switch node {
        case .quotation: close("</blockquote>\n")
        case .list(let start): close(start == nil ? "</ul>\n" : "</ol>\n")
        case .item:
            containers -= 1
            if isWritten.removeLast() { write("</li>\n") }
        case .paragraph(let isTight):
            if !isTight { write("</p>\n") }
            if let plain, firstParagraph.isEmpty { firstParagraph = String(decoding: plain, as: UTF8.self) }
            plain = nil
        case .heading(let level): endHeading(level)
        case .emphasis: closeInline("</em>")
        case .strong: closeInline("</strong>")
        case .link:
            openLinks -= 1
            closeInline("</a>")
        case .table:
            if hasBody { write("</tbody>\n") }
            write("</table></div>\n")
        case .row(let isHeader): write(isHeader ? "</tr>\n</thead>\n" : "</tr>\n")
        case .cell: write("</\(cellTag)>")
        case .document, .other, .image, .codeBlock, .rule, .text, .code, .softBreak, .lineBreak: break
        }
    }

    private mutating func endHeading(_ given: Int) {
        let inner = Array(output[headingStart...])
        output.removeLast(inner.count)
        let text = String(decoding: plain ?? [], as: UTF8.self)
        plain = nil
        if options.takesTitle, given == 1, containers == 0, title == nil, output.isEmpty, headings.isEmpty {
            title = text
            return
        }
        let level = min(max(given, options.highestLevel), 6)
        let heading = MarkdownDocument.Heading(level: level, text: text, id: options.idPrefix + slugs.next(for: text))
        headings.append(heading)
        if containers == 0, level <= max(2, options.highestLevel) { starts.append((output.count, heading)) }
        write("<h\(level) id=\"")
        escape(Array(heading.id.utf8))
        write("\">")
        output += inner
        write("</h\(level)>\n")
    }

    private mutating func openLink(_ url: [UInt8], _ title: [UInt8]) {
        openLinks += 1
        guard openLinks == 1, let target = LinkTarget(url, idPrefix: options.idPrefix) else {
            isWritten.append(false)
            depth += 1
            return
        }
        openInline("<a href=\"\(target.text)\"")
        guard isWritten.last == true else { return }
        if !title.isEmpty {
            write(" title=\"")
            escape(title)
            write("\"")
        }
        write(target.isForeign ? " rel=\"noopener noreferrer\">" : ">")
    }

    // MARK: Elements

    private mutating func open(_ tag: String) {
        isWritten.append(depth < Self.deepest)
        containers += 1
        depth += 1
        if depth <= Self.deepest { line(tag) }
    }

    private mutating func close(_ tag: String) {
        containers -= 1
        depth -= 1
        if isWritten.removeLast() { line(tag) }
    }

    private mutating func openInline(_ tag: String) {
        isWritten.append(depth < Self.deepest)
        depth += 1
        if depth <= Self.deepest { write(tag) }
    }

    private mutating func closeInline(_ tag: String) {
        depth -= 1
        if isWritten.removeLast() { write(tag) }
    }

    // MARK: Bytes

    private mutating func write(_ text: String) { output += text.utf8 }

    /// At the beginning of a line.
    private mutating func line(_ text: String) {
        beginLine()
        write(text)
    }

    private mutating func beginLine() {
        if let last = output.last, last != 0x0A { output.append(0x0A) }
    }

    /// As text, between tags or in an attribute with quotes.
    private mutating func escape(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            default: output.append(byte)
            }
        }
    }
}
