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
        parameters: [NotificationRoutes.state.spec, ListingParameters.after.spec, NoticeCode.parameter.spec],
        answers: [.content(200, "text/html", "The page.")]
    ) { request in
        let state = try request[NotificationRoutes.state]
        let cursor = try request[ListingParameters.after]
        let page = try await request.workspace.outbox.notifications(in: state, limit: pageSize, after: cursor)
        return try await request.page(
            NotificationPage.page(
                page.items, in: state, next: page.next, isLaterPage: cursor != nil,
                waiting: try await request.workspace.outbox.waiting(), notice: try request.notice))
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
