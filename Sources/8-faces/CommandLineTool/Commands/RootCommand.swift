internal import Platform
internal import Representations

/// The tree of all commands.
enum RootCommand {
    static let tree = Command(
        group: "compass",
        "Check, store, version, share and announce recruiting documents, with pipelines written in YAML",
        discussion: """
            Commands work in a workspace: a folder with `compass.yaml` or `pipelines/`, and with its state in `.compass/`. \
            `compass init` makes one. Commands find it from the folders below it too; `-w` or `COMPASS_WORKSPACE` names another.

            Exit status: 0 all succeeded, 1 something failed, 2 the command line or a file of the workspace is wrong, \
            or a name is unknown, 3 a document was rejected and nothing failed, 130 or 143 interrupted.

            `compass help --topics` lists further help: compass.yaml, expressions and more.
            """,
        [
            InitCommand.command, RunCommand.command, UpCommand.command.alsoCalled("start"), ServeCommand.command,
            WatchCommand.command, ScheduleCommand.command, StatusCommand.command, DoctorCommand.command,
            InstallServiceCommand.command, PipelinesCommand.command, PlanCommand.command,
            LintCommand.command.alsoCalled("check", "validate"),
            TestCommand.command, DocumentsCommand.command, SchoolsCommand.command, LinksCommand.command,
            UploadsCommand.command, LegalCommand.command, BackupCommand.command,
            RestoreCommand.command, RunsCommand.command, BatchesCommand.command,
            QuarantineCommand.command, NotificationsCommand.command,
            UsersCommand.command.alsoCalled("person", "people", "accounts"), TokensCommand.command,
            SessionsCommand.command,
            AuditCommand.command, ExportCommand.command, ForgetCommand.command, StagesCommand.command,
            PluginsCommand.command, NewCommand.command,
            PartsCommand.channels,
            PartsCommand.stores, SchemaCommand.command,
            CompletionsCommand.command, VersionCommand.command, HelpCommand.command,
            CompletionsCommand.query,
        ])
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
