internal import Diagnostics
internal import Pipelines

/// A page of the reference as a terminal shows it.
enum ReferencePageText {
    static func render(_ page: ReferencePage, width: Int?, style: Style) -> String {
        let lines = min(width ?? 80, 100)
        let head = style.bold(page.title) + "\n" + paragraph(page.summary, lines)
        return ([head] + sections(page.blocks, lines, style)).joined(separator: "\n")
    }

    private static func sections(_ blocks: [ReferencePage.Block], _ width: Int, _ style: Style) -> [String] {
        var sections: [String] = []
        var heading = ""
        for block in blocks {
            var text: String
            switch block {
            case .heading(let title):
                // What follows it stands right below.
                heading += style.bold(title.filter { $0 != "`" } + ":") + "\n"
                continue
            case .text(let content): text = paragraph(content, width)
            case .code(let code, _):
                text = code.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
            case .entries(_, let entries): text = entries.map { entry($0, width) }.joined()
            }
            text = heading + text
            heading = ""
            sections.append(text)
        }
        return sections
    }

    private static func entry(_ entry: ReferencePage.Entry, _ width: Int) -> String {
        func indented(_ text: String) -> String {
            TextWrapping.wrap(text, width: max(20, width - 6)).map { "      \($0)\n" }.joined()
        }
        guard let kind = entry.kind else { return "  \(entry.name)\n" + indented(entry.text) }
        let line = "  \(entry.name)  (\(kind))"
        return (DisplayWidth.of(line) <= width ? line + "\n" : "  \(entry.name)\n" + indented("(\(kind))"))
            + indented(entry.text)
    }

    private static func paragraph(_ text: String, _ width: Int) -> String {
        TextWrapping.wrap(text, width: width).joined(separator: "\n") + "\n"
    }
}
