internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass runs`
enum RunsCommand {
    static let command = Command(
        group: "runs", "Show, follow, resume, repeat and remove runs",
        discussion: "A RUN is named by its id, or by a beginning of it that no other run has.",
        [
            RunsList.command, RunsShow.command.alsoCalled("log", "logs"), FollowCommand.command, ResumeCommand.command,
            RetryCommand.command, ReplayCommand.command, CancelCommand.command, PruneCommand.command,
            RunsToTest.command, RunsWhatIf.command,
        ])

    static let run = Positional<String>.required(
        "RUN", .word(completedBy: .runs), "The run's id, as `runs list` shows it, or the beginning of one.")
    static let runs = Positional<[String]>.many(
        "RUN", .word(completedBy: .runs), "The run's id, as `runs list` shows it, or the beginning of one.", minimum: 1)
}

/// `compass runs list`
enum RunsList {
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only runs of this pipeline.")
    private static let statuses = CommandOption<[RunStatus]>.repeated(
        "status", "STATUS", .choice, "Only runs with this status.")

    private static let origin = CommandOption<String?>.optional(
        "of", "RUN", .word(completedBy: .runs), "Only runs that continue this one.")
    private static let batch = CommandOption<String?>.optional(
        "batch", "BATCH", .word(completedBy: .batches), "Only runs of this batch.")

    static let command = Command(
        "list", "List runs, newest first",
        options: [pipeline.spec, statuses.spec, origin.spec, batch.spec] + ListingOptions.timed
    ) { context in
        var query = RunQuery()
        query.statuses = context[statuses]
        let workspace = try await context.readOnlyWorkspace()
        query.pipeline = try await context.pipeline(pipeline, in: workspace)
        query.origin = try await context.filter(origin, of: .run, in: workspace)
        query.asked = try context.period
        query.batch = try await context.filter(batch, of: .batch, in: workspace)
        try await context.pages { limit, after in
            try await workspace.journal.runs(
                query, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = try await context.shownIDs(page.items.map(\.id), of: .run, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.id), ids)) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("RUN"), .flexible("PIPELINE").leftOut(4), .main("FILE"), .outcome("STATUS").leftOut(5),
                    .text("ATTEMPT").leftOut(1), .number("TIME").leftOut(2), .text("STARTED").leftOut(3),
                ],
                cells: {
                    [
                        shown[$0.id] ?? $0.id, $0.pipeline, $0.file ?? ($0.batch == nil ? "" : $0.shownName),
                        $0.status.rawValue,
                        "\($0.attempt)" + ($0.origin.map { " (\($0.kind.rawValue))" } ?? ""),
                        $0.durationMilliseconds.map { HumanFormat.duration(milliseconds: $0) } ?? "",
                        context.streams.times.text($0.startedAt),
                    ]
                },
                emptyText: query == RunQuery() && context[ListingOptions.after] == nil
                    ? "No runs yet" : "No runs match", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}
