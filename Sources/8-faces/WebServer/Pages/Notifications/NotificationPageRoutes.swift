internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// The page of the notifications.
enum NotificationPageRoutes {
    static let all: [Route] = [list, redeliver]

    private static let pageSize = 50

    private static let list = Route(
        .get, "/notifications", "showNotifications", .pages, "Show the notifications", access: .admin,
        parameters: [
            NotificationRoutes.state.spec, NotificationRoutes.channel.spec, NotificationRoutes.pipeline.spec,
            NotificationRoutes.run.spec, NotificationRoutes.owner.spec, ListingParameters.after.spec,
            NoticeCode.parameter.spec,
        ] + ListingParameters.period,
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let outbox = request.workspace.outbox
        var query = NotificationQuery(state: try request[NotificationRoutes.state])
        query.channel = try request[NotificationRoutes.channel]
        query.pipeline = try request[NotificationRoutes.pipeline]
        query.run = try request[NotificationRoutes.run]
        query.owner = try request[NotificationRoutes.owner]
        let unknown = try await request.unknownNames {
            query.channel = try await request.knownChannel(NotificationRoutes.channel)
            query.pipeline = try await request.knownPipeline(NotificationRoutes.pipeline)
            query.run = try await request.knownRun(NotificationRoutes.run)
            query.owner = try await request.knownOwner(NotificationRoutes.owner)
        }
        let cursor = try request[ListingParameters.after]
        let (wanted, made) = (query, try request.period)
        let page = try await made.page(by: \.notification.createdAt, limit: pageSize, after: cursor) { limit, cursor in
            try await outbox.notifications(wanted, limit: limit, after: cursor)
        }
        return try await request.page(
            NotificationPage.page(
                NotificationListView(
                    query: query, made: made, notifications: page.items, next: page.next, isLaterPage: cursor != nil,
                    waiting: try await outbox.waiting(), notice: try unknown ?? request.notice)))
    }

    private static let listed = FormField.checkbox("list", "Whether one comes back to the list of notifications.")

    private static let redeliver = Route(
        .post, "/notifications/{notification}/redeliver", "redeliverNotificationByPage", .pages,
        "Deliver a notification once more", access: .session, parameters: [NotificationRoutes.notification.spec],
        body: .form([listed.spec]),
        answers: [.empty(303, "It is queued.", headers: [("Location", "Of the page that shows it.")])]
    ) { request in
        let run = try await request.notification().notification.run
        do {
            try await request.redeliver()
        } catch let problem as Problem where problem.kind == .refused {
            guard let detail = try await request.workspace.journal.run(run) else { throw problem }
            return try await request.runPage(detail, problem)
        }
        let back = try request[listed] && request.visitor.isAdmin ? PagePath.notifications : PagePath.run(run)
        return .seeOther(PagePath.with(back, [("done", NoticeCode.redelivering.rawValue)]))
    }
}
