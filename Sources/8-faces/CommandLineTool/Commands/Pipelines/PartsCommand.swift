internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass channels [TYPE]` and `compass stores [TYPE]`
enum PartsCommand {
    private static let format = CommandOption<StagesCommand.Format>.value(
        "format", "FORMAT", .choice, "The form.", standard: .text, shown: "text")
    private static let json = CommandOption.flag("json", "The same as `--format json`: one JSON object a line.")

    static let channels = command(
        "channels", "Explain the types of channel that compass.yaml may declare", "channel", .channelTypes,
        discussion: "`compass notifications channels` lists those of the workspace, `notifications test` tries them.",
        example: "webhook"
    ) { $0.channels }
    static let stores = command(
        "stores", "Explain the types of object store that compass.yaml may name", "object store", .storeTypes,
        example: "file"
    ) { $0.objectStores }

    private static func command<Part>(
        _ name: String, _ summary: String, _ kind: String, _ source: CompletionSource, discussion: String = "",
        example: String,
        parts: @escaping @Sendable (Registry) -> PartTable<Part>
    ) -> Command {
        let type = Positional<String?>.optional("TYPE", .word(completedBy: source), "Only this type, in full.")
        return Command(
            name, summary, discussion: discussion, examples: [name, "\(name) \(example)"],
            options: [format.spec, json.spec], positionals: [type.spec]
        ) { context in
            let parts = parts(try context.registry())
            if let name = context[type], parts[name] == nil {
                let hint = Spelling.hint(for: name, in: parts.names).map { "; \($0)" } ?? ""
                throw Problem.invalidRequest(
                    "unknown type of \(kind) `\(Printable.text(name))`" + hint,
                    details: ["types: " + parts.names.joined(separator: ", ")])
            }
            let types = context[type].flatMap { parts[$0] }.map { [$0] } ?? parts.all
            try show(types, inFull: context[type] != nil, context)
            return .success
        }
    }

    private static func show<Part>(_ types: [PartType<Part>], inFull: Bool, _ context: CommandContext) throws {
        let terminal = context.streams.terminal
        switch context[json] ? .json : context[format] {
        case .json:
            for type in types { try context.streams.print(PartReference.value(type).json) }
        case .markdown:
            try context.streams.write(types.map { PartReference.markdown($0) }.joined(separator: "\n"))
        case .text where inFull:
            for type in types { try context.streams.write(text(type, min(terminal.width ?? 80, 100), terminal.style)) }
        case .text:
            var table = Table([.text("TYPE"), .flexible("SUMMARY")])
            for type in types { table.add([type.spec.name, type.spec.summary]) }
            try context.streams.write(table.render(width: terminal.width, style: terminal.style))
        }
    }

    private static func text<Part>(_ type: PartType<Part>, _ width: Int, _ style: Style) -> String {
        let spec = type.spec
        var sections = ReferenceText.head(spec.name, spec.summary, spec.discussion, width, style)
        sections.append(ReferenceText.options(type.options, width, style))
        for example in spec.examples {
            let lines = example.yaml.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }
            sections.append(style.bold("Example:") + " " + example.title + "\n" + lines.joined())
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
