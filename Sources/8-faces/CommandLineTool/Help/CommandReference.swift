internal import Pipelines

/// The reference of commands, made from their declarations: the same that `--help` shows of each.
enum CommandReference {
    /// - Parameters:
    ///   - path: from the program down: ["compass", "documents"].
    ///   - command: the one of that path; those below it are explained too.
    ///   - isBrief: whether the program's own page only names its commands, since each has a page of its own.
    static func page(path: [String], command: Command, isBrief: Bool = false) -> ReferencePage {
        let title = path.joined(separator: " ")
        if command.body != nil { return ReferencePage(title, command.summary + ".", explanation(path, command)) }
        var blocks = paragraphs(command.discussion)
        if path.count == 1 {
            blocks += [
                .heading("Options of every command"),
                .entries(columns: ["option"], GlobalOptions.ofProgram.map(entry)), .heading("Commands"),
            ]
        }
        if path.count == 1, isBrief {
            blocks += [
                .text("`man \(path[0])-COMMAND` explains:"),
                .entries(
                    columns: ["command"], command.visibleSubcommands.map { .init($0.name, $0.summary + ".") }),
            ]
        } else {
            for child in command.visibleSubcommands { blocks += sections(path + [child.name], child) }
        }
        if path.count == 1 {
            blocks += [
                .heading("Topics"), .text("`compass help TOPIC` explains:"),
                .entries(columns: ["topic"], HelpTopic.all.map { .init($0.name, $0.summary + ".") }),
            ]
        }
        return ReferencePage(title, command.summary + ".", blocks)
    }

    /// One for the command, and for each below it.
    private static func sections(_ path: [String], _ command: Command) -> [ReferencePage.Block] {
        [.heading("`\(path.joined(separator: " "))`"), .text(command.summary + ".")] + explanation(path, command)
            + command.visibleSubcommands.flatMap { sections(path + [$0.name], $0) }
    }

    /// What there is beyond the summary.
    private static func explanation(_ path: [String], _ command: Command) -> [ReferencePage.Block] {
        var blocks: [ReferencePage.Block] = []
        if command.body != nil {
            blocks.append(.code(HelpText.usage(path: path, command: command), language: "text"))
        }
        blocks += paragraphs(command.discussion)
        let entries =
            command.positionals.map { ReferencePage.Entry($0.synopsis, HelpText.text(of: $0)) }
            + command.options.map(entry)
        if !entries.isEmpty { blocks.append(.entries(columns: ["argument or option"], entries)) }
        if !command.examples.isEmpty {
            let examples = command.examples.map { "\(path[0]) \($0)" }
            blocks.append(.code(examples.joined(separator: "\n"), language: "sh"))
        }
        return blocks
    }

    private static func entry(_ option: OptionSpec) -> ReferencePage.Entry {
        ReferencePage.Entry(String(option.synopsis.drop { $0 == " " }), HelpText.text(of: option))
    }

    /// Indented lines of a discussion stand as they are.
    private static func paragraphs(_ text: String) -> [ReferencePage.Block] {
        text.split(separator: "\n\n").map { paragraph in
            let lines = paragraph.split(separator: "\n")
            return lines.allSatisfy { $0.hasPrefix("  ") }
                ? .code(lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"), language: "text")
                : .text(lines.joined(separator: " "))
        }
    }
}
