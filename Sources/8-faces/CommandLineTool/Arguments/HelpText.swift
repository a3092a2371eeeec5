internal import Diagnostics

/// The text that `--help` shows, made from a command's declaration.
struct HelpText {
    /// In columns; lines are wrapped to it, but never to fewer than 40.
    let width: Int
    let style: Style

    /// `width` nil: 80 columns.
    init(width: Int?, style: Style = .plain) {
        self.width = max(40, min(width ?? 80, 100))
        self.style = style
    }

    /// "compass documents share [OPTIONS] ID SCHOOL…"
    static func usage(path: [String], command: Command) -> String {
        var words = [path.joined(separator: " ")]
        if command.body == nil {
            words.append(command.standard == nil ? "COMMAND" : "[COMMAND]")
        } else {
            if !command.options.isEmpty { words.append("[OPTIONS]") }
            words += command.positionals.map(\.synopsis)
        }
        return words.joined(separator: " ")
    }

    /// The whole text, ending in a newline.
    func render(path: [String], command: Command) -> String {
        var sections: [String] = []
        sections.append(style.bold("Usage:") + " " + Self.usage(path: path, command: command) + "\n")
        sections.append(paragraphs(command.summary + "."))
        if !command.discussion.isEmpty { sections.append(paragraphs(command.discussion)) }
        sections.append(
            list(
                "Commands",
                command.visibleSubcommands.map {
                    (([$0.name] + $0.positionals.map(\.synopsis)).joined(separator: " "), $0.summary)
                }))
        sections.append(list("Arguments", command.positionals.map { ($0.synopsis, Self.text(of: $0)) }))
        let global = path.count == 1 ? GlobalOptions.ofProgram : GlobalOptions.all
        sections.append(list("Options", (command.options + global).map { ($0.synopsis, Self.text(of: $0)) }))
        if !command.examples.isEmpty {
            sections.append(
                style.bold("Examples:") + "\n"
                    + command.examples.map { "  \(path[0]) \($0)\n" }.joined())
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// What is said of an option, its choices and its default included.
    static func text(of option: OptionSpec) -> String {
        var text = option.help
        if let choices = option.choices { text += " One of: \(choices.joined(separator: ", "))." }
        if option.isRepeated { text += " May be given several times." }
        if let standard = option.standard { text += " Default: \(standard)." }
        return text
    }

    /// What is said of an argument, its choices included.
    static func text(of positional: PositionalSpec) -> String {
        guard case .words(let words) = positional.completion else { return positional.help }
        return positional.help + " One of: \(words.joined(separator: ", "))."
    }

    private func paragraphs(_ text: String) -> String {
        text.split(separator: "\n\n").map { paragraph in
            TextWrapping.wrap(String(paragraph), width: width).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    /// Names on the left, texts in a column on the right; a name that is too long gets a line of its own.
    private func list(_ title: String, _ entries: [(name: String, text: String)]) -> String {
        if entries.isEmpty { return "" }
        let column = min(28, width - 20, entries.map { DisplayWidth.of($0.name) }.max().map { $0 + 4 } ?? 0)
        var result = style.bold(title + ":") + "\n"
        for entry in entries {
            let lines = TextWrapping.wrap(entry.text, width: width - column)
            let name = "  " + entry.name
            let padding = column - DisplayWidth.of(name)
            if padding >= 2 {
                result += name + String(repeating: " ", count: padding) + (lines.first ?? "") + "\n"
                for line in lines.dropFirst() { result += String(repeating: " ", count: column) + line + "\n" }
            } else {
                result += name + "\n"
                for line in lines { result += String(repeating: " ", count: column) + line + "\n" }
            }
        }
        return result
    }
}
