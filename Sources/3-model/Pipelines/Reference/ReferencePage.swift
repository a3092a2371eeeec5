/// A page of the reference, made from declarations: what it says, not how it looks. Each form of it shows
/// the same.
package struct ReferencePage: Sendable, Hashable {
    package enum Block: Sendable, Hashable {
        /// A paragraph; inline code stands in backticks.
        case text(String)
        case heading(String)
        /// Names with their explanations; `columns` is what a table calls the names and their kinds.
        case entries(columns: [String], [Entry])
        case code(String, language: String)
    }

    /// A name and what is said of it.
    package struct Entry: Sendable, Hashable {
        package let name: String
        /// What it is: a type, what may be written; nil: the name says all.
        package let kind: String?
        /// Sentences, with inline code in backticks.
        package let text: String

        package init(_ name: String, kind: String? = nil, _ text: String) {
            self.name = name
            self.kind = kind
            self.text = text
        }
    }

    /// What it is about: "compass.yaml".
    package let title: String
    /// One sentence.
    package let summary: String
    package let blocks: [Block]

    package init(_ title: String, _ summary: String, _ blocks: [Block]) {
        self.title = title
        self.summary = summary
        self.blocks = blocks
    }
}

extension ReferencePage {
    /// The page as Markdown.
    package var markdown: String {
        ([
            "# \(title)", summary,
            "<!-- Made by `make generate` from what the program declares; change the declaration. -->",
        ] + blocks.map(Self.markdown)).joined(separator: "\n\n") + "\n"
    }

    private static func markdown(_ block: Block) -> String {
        switch block {
        case .text(let text): return text
        case .heading(let text): return "## \(text)"
        case .code(let text, let language): return "```\(language)\n\(text)\n```"
        case .entries(let columns, let entries):
            let titles = columns + [""]
            let rows = entries.map { entry -> String in
                let cells = ["`\(entry.name)`"] + (columns.count > 1 ? [entry.kind ?? ""] : []) + [entry.text]
                return "| " + cells.map(OptionReference.cell).joined(separator: " | ") + " |"
            }
            return (["| " + titles.joined(separator: " | ") + " |", "|" + titles.map { _ in "---|" }.joined()] + rows)
                .joined(separator: "\n")
        }
    }
}
