/// The tree of all commands.
enum RootCommand {
    static let tree = Command(
        group: "compass", "Store, version, share and announce recruiting documents by pipelines written in YAML",
        discussion: """
            A workspace is a folder with `compass.yaml`, `pipelines/` and the state folder `.compass/`; without that file \
            everything has its default.

            Exit status: 0 all succeeded, 1 something failed, 2 the command line or a file of the workspace is wrong, \
            3 a document was rejected and nothing failed, 130 or 143 interrupted.
            """,
        [
            RunCommand.command, UpCommand.command, WatchCommand.command, ScheduleCommand.command, StatusCommand.command,
            DoctorCommand.command, InstallServiceCommand.command, PlanCommand.command, LintCommand.command,
            TestCommand.command, DocumentsCommand.command, SchoolsCommand.command, RunsCommand.command,
            BatchesCommand.command, QuarantineCommand.command, StagesCommand.command, PartsCommand.channels,
            PartsCommand.stores, SchemaCommand.command,
            CompletionsCommand.command, VersionCommand.command, HelpCommand.command,
            CompletionsCommand.query,
        ])
}
