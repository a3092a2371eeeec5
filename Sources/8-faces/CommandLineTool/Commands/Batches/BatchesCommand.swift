internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass batches`
enum BatchesCommand {
    static let command = Command(
        group: "batches", "Look at batches, the runs of a pipeline with a `source`, and give them up",
        [BatchesList.command, BatchesShow.command, BatchesCancel.command])
}

/// `compass batches list`
enum BatchesList {
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only batches of this pipeline.")

    static let command = Command(
        "list", "List batches, newest first",
        examples: ["batches list", "batches list -p nightly-sweep --json"],
        options: [pipeline.spec] + ListingOptions.all
    ) { context in
        let batches = try await context.readOnlyWorkspace().batches
        let page = try await batches.batches(
            ofPipeline: context[pipeline], limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        var summaries: [BatchSummary] = []
        for batch in page.items {
            summaries.append(BatchSummary(batch: batch, counts: try await batches.counts(ofBatch: batch.id)))
        }
        try Listing(
            page: Page(items: summaries, next: page.next), record: \.record,
            columns: [
                .text("BATCH"), .flexible("PIPELINE"), .text("STATUS"), .number("ITEMS"), .number("FAILED"),
                .number("REJECTED"), .text("STARTED"),
            ],
            cells: {
                [
                    $0.batch.id, $0.batch.pipeline, $0.batch.status.rawValue,
                    "\($0.items)", "\($0.counts[.failed, default: 0])",
                    "\($0.counts[.rejected, default: 0])", HumanFormat.time($0.batch.startedAt),
                ]
            }, emptyText: "No batches"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }
}

/// `compass batches show BATCH`
enum BatchesShow {
    private static let batch = Positional<String>.required(
        "BATCH", .word(completedBy: .batches), "The batch's id, as `batches list` shows it.")
    private static let json = CommandOption.flag("json", "Print one JSON object.")
    private static let maxShown = 20

    static let command = Command(
        "show", "Show a batch and those of its runs that did not succeed",
        discussion: "`compass runs list --batch BATCH` lists all of its runs.",
        examples: ["batches show 01J9ZV5C9A0000000000000000"],
        options: [json.spec], positionals: [batch.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let id = context[batch]
        guard let batch = try await workspace.batches.batch(id) else {
            throw Problem.noBatch(id)
        }
        var summary = BatchSummary(batch: batch, counts: try await workspace.batches.counts(ofBatch: id))
        if context[json] {
            try context.streams.print(json: summary.record)
            return .success
        }
        try context.streams.print("pipeline: \(batch.pipeline)")
        try context.streams.print("started: \(HumanFormat.time(batch.startedAt))")
        if let finishedAt = batch.finishedAt {
            try context.streams.print("finished: \(HumanFormat.time(finishedAt))")
        }
        // A definition that cannot be read any more tells no word.
        summary.itemLabel =
            (try? await workspace.pipeline(pinnedFor: batch))?.batchSource?.itemLabel ?? summary.itemLabel
        try context.streams.print(summary.text)
        var query = RunQuery()
        query.batch = id
        query.statuses = [.rejected, .failed, .cancelled]
        let page = try await workspace.journal.runs(query, limit: maxShown, after: nil)
        for run in page.items {
            let error = run.error.map { ": \(Printable.text($0.message))" } ?? ""
            try context.streams.print("  \(run.id)  \(run.shownName)  \(run.status.rawValue)\(error)")
        }
        if page.next != nil { try context.streams.print("  and more: `compass runs list --batch \(id)`") }
        return .success
    }
}
