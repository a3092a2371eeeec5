/// `compass runs`
enum RunsCommand {
    static let command = Command(
        group: "runs", "Look at runs: what was done, when, and what became of it",
        [RunsList.command, RunsShow.command, ResumeCommand.command, RunsToTest.command, RunsWhatIf.command])
}
