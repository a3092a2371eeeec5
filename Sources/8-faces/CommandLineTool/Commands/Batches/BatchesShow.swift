internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass batches show BATCH`
enum BatchesShow {
    private static let batch = Positional<String>.required(
        "BATCH", .word, "The batch's id, as `batches list` shows it.")
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
