/// `compass runs`
enum RunsCommand {
    static let command = Command(
        group: "runs", "Look at runs, follow them, carry them on, run them again, remove them",
        [
            RunsList.command, RunsShow.command, FollowCommand.command, ResumeCommand.command, RetryCommand.command,
            ReplayCommand.command, CancelCommand.command, PruneCommand.command, RunsToTest.command, RunsWhatIf.command,
        ])
}
