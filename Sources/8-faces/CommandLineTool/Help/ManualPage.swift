internal import Pipelines
internal import Representations

/// A page of the reference as man(1) reads it: the macros of man(7), which groff and mandoc know.
enum ManualPage {
    /// - Parameters:
    ///   - name: of the page, as man finds it: "compass".
    ///   - section: of the manual: 1 commands, 5 files, 7 everything else.
    ///   - others: further pages for its end, with their sections.
    static func render(
        _ page: ReferencePage, name: String, section: Int, seeAlso others: [(name: String, section: Int)]
    ) -> String {
        var text = """
            .\\" Made from what the program declares.
            .TH \(name.uppercased()) \(section) "\(Version.day)" "compass \(Version.current)" "Compass"
            .SH NAME
            \(escaped(name)) \\- \(line(uncapitalised(page.summary)))
            .SH DESCRIPTION

            """
        // Right behind a heading a new paragraph is none.
        var isFirst = true
        for block in page.blocks {
            text += macros(block, isFirst: isFirst)
            if case .heading = block { isFirst = true } else { isFirst = false }
        }
        if !others.isEmpty {
            text +=
                ".SH SEE ALSO\n"
                + others.map { ".BR \(escaped($0.name)) (\($0.section))" }.joined(separator: " ,\n") + "\n"
        }
        return text
    }

    private static func macros(_ block: ReferencePage.Block, isFirst: Bool) -> String {
        let start = isFirst ? "" : ".PP\n"
        switch block {
        // Names stay as they are.
        case .heading(let title) where title.hasPrefix("`"): return ".SS \(line(title.filter { $0 != "`" }))\n"
        case .heading(let title): return ".SH \(line(title.uppercased()))\n"
        case .text(let content): return start + paragraph(content)
        case .code(let code, _):
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
            return start + ".in +4n\n.nf\n" + lines.map { guarded(escaped(String($0))) + "\n" }.joined() + ".fi\n.in\n"
        case .entries(_, let entries):
            return entries.map { entry in
                ".TP\n.B \(escaped(entry.name))\n" + (entry.kind.map { "(\(line($0)))\n.br\n" } ?? "")
                    + paragraph(entry.text)
            }.joined()
        }
    }

    /// Text with code in bold, on lines that cannot be taken for macros.
    private static func paragraph(_ text: String) -> String {
        TextWrapping.wrap(text, width: 100).joined(separator: "\n").split(
            separator: "`", omittingEmptySubsequences: false
        )
        .enumerated().map { index, part in
            index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fP"
        }
        .joined().split(separator: "\n").map { guarded(String($0)) + "\n" }.joined()
    }

    private static func line(_ text: String) -> String {
        paragraph(text).split(separator: "\n").joined(separator: " ")
    }

    /// A hyphen stands for itself, so that what is copied works; so do backslashes, and a quote at the beginning of a macro's
    /// argument.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
    }

    /// A line that begins with a full stop would be a request.
    private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

    /// As the line of a page's name has it: without a capital and a full stop, unless it begins with a name.
    private static func uncapitalised(_ summary: String) -> String {
        let text = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
