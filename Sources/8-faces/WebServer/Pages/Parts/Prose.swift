/// Sentences of declarations, which are Markdown: paragraphs, lists, blocks of code, and code between backticks.
enum Prose {
    /// Code between backticks as such.
    static func inline(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // One that is not closed is a character like others.
        let last = parts.count % 2 == 0 ? parts.count - 1 : parts.count
        var html: HTML = ""
        for (index, part) in parts.enumerated() {
            if index == last {
                html = "\(html)`\(part)"
            } else {
                html = index % 2 == 1 ? "\(html)<code>\(part)</code>" : "\(html)\(part)"
            }
        }
        return html
    }

    /// With a capital at its beginning and a full stop at its end, unless it has an end.
    static func sentence(_ text: String) -> HTML {
        let capital = text.prefix(1).uppercased() + text.dropFirst()
        return inline(".?!:".contains(capital.last ?? ".") ? capital : capital + ".")
    }

    static func blocks(_ text: String) -> [HTML] {
        var blocks: [HTML] = []
        var lines: [Substring] = []
        var code: [Substring]?
        func end() {
            if let first = lines.first, first.hasPrefix("- ") {
                let items = lines.map {
                    "<li>\(inline(String($0.hasPrefix("- ") ? $0.dropFirst(2) : $0)))</li>" as HTML
                }
                blocks.append("<ul class=\"bullets\">\(items)</ul>")
            } else if !lines.isEmpty {
                blocks.append("<p>\(inline(lines.joined(separator: " ")))</p>")
            }
            lines = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                end()
                if let lines = code {
                    blocks.append("<pre class=\"code\" tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>")
                }
                code = code == nil ? [] : nil
            } else if code != nil {
                code?.append(line)
            } else if line.allSatisfy(\.isWhitespace) {
                end()
            } else {
                if line.hasPrefix("- "), let first = lines.first, !first.hasPrefix("- ") { end() }
                lines.append(line.drop { $0 == " " })
            }
        }
        end()
        return blocks
    }
}
