internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass stages [TYPE]`
enum StagesCommand {
    /// The forms of the reference.
    enum Format: String, CaseIterable, Sendable {
        case text, json, markdown
    }

    private static let type = Positional<String?>.optional(
        "TYPE", .word(completedBy: .stages), "Only this stage type, in full.")
    private static let format = CommandOption<Format>.value(
        "format", "FORMAT", .choice, "The form.", standard: .text, shown: "text")
    private static let json = CommandOption.flag("json", "The same as `--format json`: one JSON object a line.")
    private static let output = CommandOption<Path?>.optional(
        "output", short: "o", "DIR", .folder, "With `--format markdown`: write a file for each type into this folder.")

    static let command = Command(
        "stages", "Explain the stage types that pipelines may use",
        examples: ["stages", "stages size-check", "stages --format markdown --output docs/stages"],
        options: [format.spec, json.spec, output.spec], positionals: [type.spec]
    ) { context in
        let types = try selected(context)
        let format = context[json] ? Format.json : context[format]
        if let folder = context[output] {
            if format != .markdown { throw context.usageError("`--output` goes with `--format markdown`") }
            try Files.createFolders(folder)
            for type in types {
                let page = StageReference.markdown(type)
                try Files.replace(folder.appending(Path(type.spec.name + ".md")), with: Array(page.utf8))
            }
            return .success
        }
        let terminal = context.streams.terminal
        switch format {
        case .json:
            for type in types { try context.streams.print(StageReference.value(type).json) }
        case .markdown:
            try context.streams.write(types.map { StageReference.markdown($0) }.joined(separator: "\n"))
        case .text:
            if context[Self.type] != nil {
                for type in types {
                    try context.streams.write(
                        StageText(type: type).render(width: terminal.width, style: terminal.style))
                }
            } else {
                try context.streams.write(table(types).render(width: terminal.width, style: terminal.style))
            }
        }
        return .success
    }

    private static func selected(_ context: CommandContext) throws -> [StageType] {
        let registry = try context.registry()
        guard let name = context[type] else { return registry.all }
        guard let type = registry[name] else {
            if let reason = registry.refused[name] {
                throw Problem.invalidRequest("stage type `\(Printable.text(name))` cannot be used: \(reason)")
            }
            let hint = Spelling.hint(for: name, in: registry.names).map { "; \($0)" } ?? ""
            throw Problem.invalidRequest(
                "unknown stage type `\(Printable.text(name))`" + hint,
                details: ["stage types: " + registry.names.joined(separator: ", ")])
        }
        return [type]
    }

    private static func table(_ types: [StageType]) -> Table {
        var table = Table([.text("TYPE"), .text("EFFECT").leftOut(1), .flexible("SUMMARY")])
        for type in types { table.add([type.spec.name, type.spec.effect.rawValue, type.spec.summary]) }
        return table
    }
}
