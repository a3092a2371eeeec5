internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs`
enum RunsCommand {
    static let command = Command(
        group: "runs", "Look at runs, follow them, carry them on, run them again, remove them",
        [
            RunsList.command, RunsShow.command, FollowCommand.command, ResumeCommand.command, RetryCommand.command,
            ReplayCommand.command, CancelCommand.command, PruneCommand.command, RunsToTest.command, RunsWhatIf.command,
        ])
}

/// `compass runs list`
enum RunsList {
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only runs of this pipeline.")
    private static let statuses = CommandOption<[RunStatus]>.repeated(
        "status", "STATUS", .choice, "Only runs with this status.")

    private static let origin = CommandOption<String?>.optional(
        "of", "RUN", .word(completedBy: .runs), "Only runs that go on from this one.")
    private static let batch = CommandOption<String?>.optional(
        "batch", "BATCH", .word(completedBy: .batches), "Only runs of this batch.")

    static let command = Command(
        "list", "List runs, newest first",
        options: [pipeline.spec, statuses.spec, origin.spec, batch.spec] + ListingOptions.all
    ) { context in
        var query = RunQuery()
        query.pipeline = context[pipeline]
        query.statuses = context[statuses]
        query.origin = context[origin]
        query.batch = context[batch]
        let page = try await context.readOnlyWorkspace().journal.runs(
            query, limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        try Listing(
            page: page, record: \.record,
            columns: [
                .text("RUN"), .flexible("PIPELINE").leftOut(4), .flexible("FILE").leftOut(5), .text("STATUS"),
                .text("ATTEMPT").leftOut(1), .number("TIME").leftOut(2), .text("STARTED").leftOut(3),
            ],
            cells: {
                [
                    $0.id, $0.pipeline, $0.file ?? ($0.batch == nil ? "" : $0.shownName), $0.status.rawValue,
                    "\($0.attempt)" + ($0.origin.map { " (\($0.kind.rawValue))" } ?? ""),
                    $0.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) } ?? "",
                    HumanFormat.time($0.startedAt),
                ]
            }, emptyText: query == RunQuery() && context[ListingOptions.after] == nil ? "No runs yet" : "No runs match"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }
}
