internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass help [COMMAND… | TOPIC]`
enum HelpCommand {
    /// The forms of a page.
    enum Format: String, CaseIterable, Sendable {
        case text, markdown, man
    }

    private static let names = Positional<[String]>.many(
        "COMMAND", .word(completedBy: .commands),
        "The command to explain, such as `documents list`, a topic, such as `expressions`, or a key of a file, such as "
            + "`on.webhook`.")
    private static let topics = CommandOption.flag("topics", "List the topics.")
    private static let format = CommandOption<Format>.value(
        "format", "FORMAT", .choice, "The form: for the terminal, as a page of Markdown, or of the manual.",
        standard: .text, shown: "text")

    static let command = Command(
        "help", "Explain a command or a topic",
        discussion: "Topics: \(HelpTopic.all.map(\.name).joined(separator: ", ")).",
        examples: ["help documents list", "help expressions", "help on.webhook", "help --topics", "help --format man"],
        options: [topics.spec, format.spec], positionals: [names.spec]
    ) { context in
        let terminal = context.streams.terminal
        if context[topics] {
            var table = Table([.text("TOPIC"), .flexible("SUMMARY")])
            for topic in HelpTopic.all { table.add([topic.name, topic.summary]) }
            try context.streams.write(table.render(width: terminal.width, style: terminal.style))
            return .success
        }
        let (page, name, section) = try find(context[names], context)
        let text =
            switch context[format] {
            case .text: page.text
            case .markdown: page.content(.markdown).markdown
            case .man:
                ManualPage.render(
                    page.content(.man), name: name, section: section, seeAlso: others(than: name, context.root))
            }
        try context.streams.write(text)
        return .success
    }

    /// A topic, or a command with those below it.
    private struct Page {
        /// For the terminal.
        let text: String
        /// For all other forms. The program's own page has all commands, or in the manual, where each has its page, their names.
        let content: (Format) -> ReferencePage
    }

    private static func find(
        _ names: [String], _ context: CommandContext
    ) throws -> (page: Page, name: String, section: Int) {
        let terminal = context.streams.terminal
        if names.count == 1, let topic = HelpTopic.named(names[0]) {
            let content = try topic.page(context.registry)
            let text = ReferencePageText.render(content, width: terminal.width, style: terminal.style)
            return (Page(text: text, content: { _ in content }), topic.manualName, topic.section)
        }
        if names.count == 1, context.root.subcommand(names[0]) == nil,
            let (topic, content) = try HelpTopic.section(of: names[0], context.registry)
        {
            let text = ReferencePageText.render(content, width: terminal.width, style: terminal.style)
            return (Page(text: text, content: { _ in content }), topic.manualName, topic.section)
        }
        let (path, command) = try command(names, context)
        let text = HelpText(width: terminal.width, style: terminal.style).render(path: path, command: command)
        return (
            Page(text: text, content: { CommandReference.page(path: path, command: command, isBrief: $0 == .man) }),
            path.joined(separator: "-"), 1
        )
    }

    /// The other pages of the manual: from the program's own page all, from each other one that and the topics.
    private static func others(than name: String, _ root: Command) -> [(name: String, section: Int)] {
        let commands =
            name == root.name
            ? root.visibleSubcommands.map { (name: "\(root.name)-\($0.name)", section: 1) } : [(root.name, 1)]
        return (commands + HelpTopic.all.map { ($0.manualName, $0.section) }).filter { $0.name != name }
    }

    private static func command(_ names: [String], _ context: CommandContext) throws -> (
        path: [String], command: Command
    ) {
        var command = context.root
        var path = [command.name]
        for name in names {
            guard let next = command.subcommand(name) else {
                let isFirst = path.count == 1
                let hint = CommandHint.hint(
                    for: name, in: command, at: path, of: context.root, or: isFirst ? HelpTopic.all.map(\.name) : [])
                throw context.usageError(
                    "unknown command\(isFirst ? " or topic" : "") `\((path.dropFirst() + [name]).joined(separator: " "))`"
                        + (hint.map { "; \($0)" } ?? ""))
            }
            command = next
            path.append(name)
        }
        return (path, command)
    }
}
