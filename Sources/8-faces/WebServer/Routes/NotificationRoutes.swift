internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// What runs have announced: to look at, and to have it delivered once more. Owners have those of their own runs.
enum NotificationRoutes {
    static let all: [Route] = [list, show, redeliver]

    static let notification = Parameter.path("notification", .id, "The id of a notification.")
    static let state = Parameter<NotificationRecord.State?>.optional("state", .choice, "Only those in this state.")
    static let channel = Parameter<String?>.optional("channel", .id, "Only those of this channel.")
    private static let document = Parameter<String?>.optional("document", .id, "Only those about this document.")
    static let pipeline = Parameter<String?>.optional("pipeline", .id, "Only those of runs of this pipeline.")
    static let run = Parameter<String?>.optional("run", .id, "Only those of this run.")
    static let owner = Parameter<String?>.optional(
        "owner", .id, "Only those of runs of this owner. Owners see their own whatever they ask for.")

    private static let shape = Schema.object(
        [
            .init("id", .text, ""), .init("channel", .text, "Its name."), .init("subject", .text, ""),
            .init("run", .text, "That announced it."), .init("stage", .text, "That announced it."),
            .init("created-at", .time, ""),
            .init("state", .choice(NotificationRecord.State.allCases.map(\.rawValue)), ""),
            .init("under-way", .boolean, "Whether it is being delivered."),
            .init("next-attempt-at", .nullable(.time), "Of one that waits and is not under way."),
            .init("deliveries", .list(.dictionary(.any)), "Each try to deliver it, oldest first."),
        ], additional: true)

    private static let list = Route(
        .get, "/api/v1/notifications", "listNotifications", .notifications, "List notifications, newest first",
        discussion: "With each try to deliver them. Those of one run are shown with it.", access: .scope(.runsRead),
        parameters: [state.spec, channel.spec, document.spec, pipeline.spec, run.spec, owner.spec]
            + ListingParameters.timed,
        answers: [
            .json(Schemas.page("notifications", shape), "A page."),
            DocumentRoutes.problem(404, "There is no such document."),
        ],
        examples: [
            RouteExample("Those that wait", query: [("state", "waiting")]),
            RouteExample("Those about a document", query: [("document", "{document}")]),
        ]
    ) { request in
        var query = NotificationQuery(state: try request[state])
        query.channel = try await request.knownChannel(channel)
        query.pipeline = try await request.knownPipeline(pipeline)
        query.run = try await request.knownRun(run)
        query.owner = try await request.knownOwner(owner)
        if let id = try request[document] { query.document = try await request.version(id).series }
        let page = try await request.page(by: \.notification.createdAt) { limit, cursor in
            try await request.workspace.outbox.notifications(query, limit: limit, after: cursor)
        }
        return .page("notifications", page, \.record)
    }

    private static let show = Route(
        .get, "/api/v1/notifications/{notification}", "showNotification", .notifications, "Show a notification",
        discussion: "With all that its channel is given.", access: .scope(.runsRead), parameters: [notification.spec],
        answers: [.json(shape, "With `body`, and `data` as the channel is given it.")],
        examples: [RouteExample("An unknown one", path: ["notification": "nothing"], status: 404)]
    ) { request in
        .json(try await request.notification().whole)
    }

    private static let redeliver = Route(
        .post, "/api/v1/notifications/{notification}/redeliver", "redeliverNotification", .notifications,
        "Deliver a notification once more, also one that was delivered or given up",
        discussion: """
            It has all tries before it again; those that were stay on record. Its id stays the same, so that a receiver \
            that drops repeats drops it.
            """,
        access: .scope(.runsWrite), parameters: [notification.spec],
        answers: [.json(202, shape, "It is delivered as soon as its channel takes it.")],
        examples: [RouteExample("An unknown one", path: ["notification": "nothing"], status: 404)]
    ) { request in
        let id = try await request.redeliver()
        return .json(try await request.workspace.notification(id).record, status: 202)
    }
}

extension RouteRequest {
    /// The notification that the path names, if the visitor may see it.
    ///
    /// - Throws: `Problem` of kind `notFound`, the same whether it is not there or is somebody else's.
    func notification() async throws -> NotificationRecord {
        try await workspace.notification(try self[NotificationRoutes.notification], of: try visitor.owner)
    }

    /// Has the notification that the path names delivered once more.
    ///
    /// - Returns: its id.
    /// - Throws: as above; `Problem` when it cannot be delivered, or is being delivered at this moment.
    @discardableResult
    func redeliver() async throws -> String {
        let record = try await notification()
        try await Redelivery(of: [record], in: workspace).queue(asking: try actor)
        server.service.deliverNotifications()
        return record.notification.id
    }
}
