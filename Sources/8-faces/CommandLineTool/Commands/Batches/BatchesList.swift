internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

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
