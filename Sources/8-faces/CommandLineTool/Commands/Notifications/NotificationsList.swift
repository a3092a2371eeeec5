internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass notifications list`
enum NotificationsList {
    private static let state = CommandOption<NotificationRecord.State?>.optional(
        "state", "STATE", .choice, "Only those in this state.")
    private static let channel = CommandOption<String?>.optional(
        "channel", "NAME", .word(completedBy: .channels), "Only those of this channel.")
    private static let document = CommandOption<String?>.optional(
        "document", short: "d", "DOCUMENT", .word(completedBy: .documents),
        "Only those about this document: its title, the id of a version, or the beginning of one.")
    private static let pipeline = CommandOption<String?>.optional(
        "pipeline", short: "p", "NAME", .word(completedBy: .pipelines), "Only those of runs of this pipeline.")
    private static let run = CommandOption<String?>.optional("run", "RUN", .word, "Only those of this run.")

    static let command = Command(
        "list", "List notifications, newest first",
        examples: [
            "notifications", "notifications list --state given-up", "notifications list --document 'Fall Highlights'",
        ],
        options: [state.spec, channel.spec, document.spec, pipeline.spec, run.spec] + ListingOptions.all
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        var query = NotificationQuery(state: context[state])
        query.channel = context[channel]
        query.pipeline = context[pipeline]
        query.run = context[run]
        if let name = context[document] {
            query.document = try await DocumentName(name).version(in: workspace.catalog).series
        }
        let page = try await workspace.outbox.notifications(
            query, limit: context[ListingOptions.limit], after: context[ListingOptions.after])
        try Listing(
            page: page, record: \.record,
            columns: [
                .text("ID"), .text("CHANNEL").leftOut(3), .main("SUBJECT"), .text("STATE"), .number("TRIES").leftOut(1),
                .text("WHEN").leftOut(2),
            ],
            cells: {
                [
                    $0.notification.id, $0.notification.channel, $0.notification.subject, $0.state.rawValue,
                    "\($0.deliveries.count)", context.streams.times.text($0.notification.createdAt),
                ]
            },
            emptyText: context[ListingOptions.after] != nil
                ? "No more notifications"
                : query == NotificationQuery() ? "No notifications yet" : "No notifications match"
        ).print(json: context[ListingOptions.json], on: context.streams)
        return .success
    }
}
