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
    private static let run = CommandOption<String?>.optional(
        "run", "RUN", .word(completedBy: .runs), "Only those of this run.")

    static let command = Command(
        "list", "List notifications, newest first",
        examples: [
            "notifications", "notifications list --state given-up", "notifications list --document 'Fall Highlights'",
        ],
        options: [state.spec, channel.spec, document.spec, pipeline.spec, run.spec] + ListingOptions.timed
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        var query = NotificationQuery(state: context[state])
        query.channel = try await context.channel(channel, in: workspace)
        query.pipeline = try await context.pipeline(pipeline, in: workspace)
        query.run = try await context.filter(run, of: .run, in: workspace)
        if let name = context[document] {
            query.document = try await DocumentName(name).version(in: workspace).series
        }
        try await context.pages(time: \.notification.createdAt) { limit, after in
            try await workspace.outbox.notifications(query, limit: limit, after: after)
        } show: { page, isFirst in
            let ids = page.items.map(\.notification.id)
            let shown = Dictionary(
                zip(ids, try await context.shownIDs(ids, of: .notification, in: workspace))
            ) { $1 }
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("ID"), .text("CHANNEL").leftOut(3), .main("SUBJECT"), .outcome("STATE").leftOut(4),
                    .number("TRIES").leftOut(1), .text("WHEN").leftOut(2),
                ],
                cells: {
                    [
                        shown[$0.notification.id] ?? $0.notification.id, $0.notification.channel,
                        $0.notification.subject, $0.state.rawValue, "\($0.deliveries.count)",
                        context.streams.times.text($0.notification.createdAt),
                    ]
                },
                emptyText: context[ListingOptions.after] != nil
                    ? "No more notifications"
                    : query == NotificationQuery() ? "No notifications yet" : "No notifications match",
                isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}
