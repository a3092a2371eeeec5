internal import Diagnostics
internal import Platform
internal import Representations

/// The tree of all commands.
enum RootCommand {
    static let tree = Command(
        group: "compass", "Store, version, share and announce recruiting documents by pipelines written in YAML",
        discussion: """
            A workspace is a folder with `compass.yaml` or `pipelines/`, which `compass init` makes, and with the state folder \
            `.compass/`. It is found from a folder below it too; `-w` or `COMPASS_WORKSPACE` names another.

            Exit status: 0 all succeeded, 1 something failed, 2 the command line or a file of the workspace is wrong, \
            3 a document was rejected and nothing failed, 130 or 143 interrupted.
            """,
        [
            InitCommand.command, RunCommand.command, UpCommand.command, ServeCommand.command, WatchCommand.command,
            ScheduleCommand.command,
            StatusCommand.command,
            DoctorCommand.command, InstallServiceCommand.command, PlanCommand.command, LintCommand.command,
            TestCommand.command, DocumentsCommand.command, SchoolsCommand.command, LinksCommand.command,
            UploadsCommand.command, LegalCommand.command, RunsCommand.command, BatchesCommand.command,
            QuarantineCommand.command, UsersCommand.command, TokensCommand.command, SessionsCommand.command,
            AuditCommand.command, ExportCommand.command, ForgetCommand.command, StagesCommand.command,
            PluginsCommand.command, NewCommand.command,
            PartsCommand.channels,
            PartsCommand.stores, SchemaCommand.command,
            CompletionsCommand.command, VersionCommand.command, HelpCommand.command,
            CompletionsCommand.query,
        ])
}

/// `compass help [COMMAND…]`
enum HelpCommand {
    private static let names = Positional<[String]>.many(
        "COMMAND", .word(completedBy: .commands), "The command to explain, such as `documents list`.")

    static let command = Command(
        "help", "Explain a command", positionals: [names.spec]
    ) { context in
        var command = context.root
        var path = [command.name]
        for name in context[names] {
            guard let next = command.subcommand(name) else {
                let hint = Spelling.hint(for: name, in: command.visibleSubcommands.map(\.name)).map { "; \($0)" }
                throw context.usageError(
                    "unknown command `\((path.dropFirst() + [name]).joined(separator: " "))`" + (hint ?? ""))
            }
            command = next
            path.append(name)
        }
        let help = HelpText(width: context.streams.terminal.width, style: context.streams.terminal.style)
        try context.streams.write(help.render(path: path, command: command))
        return .success
    }
}

/// `compass version`
enum VersionCommand {
    static let command = Command(
        "version", "Show the version", options: [ListingOptions.json.spec]
    ) { context in
        if context[ListingOptions.json] {
            try context.streams.print(json: ["version": .string(Version.current)])
        } else {
            try context.streams.print("compass \(Version.current)")
        }
        return .success
    }
}
