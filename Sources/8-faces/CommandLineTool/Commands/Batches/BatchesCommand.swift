internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass batches`
enum BatchesCommand {
    static let command = Command(
        group: "batches", "Look at batches, the runs of a pipeline with a `source`, and cancel them",
        discussion: "A BATCH is named by its id, or by a beginning of it that no other batch has.",
        [BatchesList.command, BatchesShow.command, BatchesCancel.command])

    static let ids = Positional<[String]>.many(
        "BATCH", .word(completedBy: .batches), "The batch's id, as `batches list` shows it, or the beginning of one.",
        minimum: 1)
}

/// `compass batches list`
enum BatchesList {
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only batches of this pipeline.")

    static let command = Command(
        "list", "List batches, newest first",
        examples: ["batches list", "batches list -p nightly-sweep --json"],
        options: [pipeline.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let batches = workspace.batches
        let name = try await context.pipeline(pipeline, in: workspace)
        try await context.pages(time: \.startedAt) { limit, after in
            try await batches.batches(
                ofPipeline: name, limit: limit, after: after)
        } show: { page, isFirst in
            var summaries: [BatchSummary] = []
            for batch in page.items {
                summaries.append(BatchSummary(batch: batch, counts: try await batches.counts(ofBatch: batch.id)))
            }
            let ids = try await context.shownIDs(page.items.map(\.id), of: .batch, in: workspace)
            let shown = Dictionary(zip(page.items.map(\.id), ids)) { $1 }
            try Listing(
                page: Page(items: summaries, next: page.next), record: \.record,
                columns: [
                    .text("BATCH"), .main("PIPELINE"), .outcome("STATUS").leftOut(5), .number("ITEMS").leftOut(2),
                    .number("FAILED").leftOut(4), .number("REJECTED").leftOut(3), .text("STARTED").leftOut(1),
                ],
                cells: {
                    [
                        shown[$0.batch.id] ?? $0.batch.id, $0.batch.pipeline, $0.batch.status.rawValue,
                        "\($0.items)", "\($0.counts[.failed, default: 0])",
                        "\($0.counts[.rejected, default: 0])", context.streams.times.text($0.batch.startedAt),
                    ]
                }, emptyText: "No batches", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass batches show BATCH`
enum BatchesShow {
    private static let json = CommandOption.flag("json", "Print one JSON object a batch.")
    private static let maxShown = 20

    static let command = Command(
        "show", "Show batches and those of their runs that did not succeed",
        discussion: "`compass runs list --batch BATCH` lists all of its runs.",
        examples: ["batches show 01J9ZV5C9A"],
        options: [json.spec], positionals: [BatchesCommand.ids.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        for (index, id) in try await context.ids(BatchesCommand.ids, of: .batch, in: workspace).enumerated() {
            guard let batch = try await workspace.batches.batch(id) else { throw Problem.noBatch(id) }
            if index > 0, !context[json] { try context.streams.print("") }
            try await show(batch, in: workspace, context)
        }
        return .success
    }

    private static func show(
        _ batch: BatchRecord, in workspace: Workspace, _ context: CommandContext
    ) async throws {
        let id = batch.id
        var summary = BatchSummary(batch: batch, counts: try await workspace.batches.counts(ofBatch: id))
        if context[json] { return try context.streams.print(json: summary.record) }
        try context.streams.print("pipeline: \(batch.pipeline)")
        try context.streams.print("started: \(context.streams.times.text(batch.startedAt))")
        if let finishedAt = batch.finishedAt {
            try context.streams.print("finished: \(context.streams.times.text(finishedAt))")
        }
        // A definition that cannot be read any more tells no word.
        summary.itemLabel =
            (try? await workspace.pipeline(pinnedFor: batch))?.batchSource?.itemLabel ?? summary.itemLabel
        let shown = try await context.shownID(id, of: .batch, in: workspace)
        let width = context.streams.terminal.width
        try context.streams.write(TextWrapping.line(summary.text(as: shown), hang: 2, width: width))
        var query = RunQuery()
        query.batch = id
        query.statuses = [.rejected, .failed, .cancelled]
        let page = try await workspace.journal.runs(query, limit: maxShown, after: nil)
        let ids = try await context.shownIDs(page.items.map(\.id), of: .run, in: workspace)
        for (id, run) in zip(ids, page.items) {
            let error = run.error.map { ": \(Printable.text($0.message))" } ?? ""
            try context.streams.write(
                TextWrapping.line(
                    "\(run.shownName)  \(run.status.rawValue)\(error)", behind: "  \(id)  ", hang: 6, width: width))
        }
        if page.next != nil {
            try context.streams.write(
                TextWrapping.line("and more: `compass runs list --batch \(shown)`", behind: "  ", width: width))
        }
    }
}
