internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// What runs have announced, and how its delivery stands.
enum NotificationPage {
    static func page(_ view: NotificationListView) -> WebPage {
        WebPage(
            "Notifications", in: .notifications, notice: view.notice,
            """
            <header class="page-head"><div><h1>Notifications</h1>
            <p class="subtitle" id="count" role="status">\(view.waiting == 0 ? "None waiting to be delivered" : "\(view.waiting) \(view.waiting == 1 ? "waits" : "wait") to be delivered")</p></div></header>
            <nav class="states" aria-label="State"><ul>
            \(link("All", nil, view))\(NotificationRecord.State.allCases.map { link($0.shown.label, $0, view) })
            </ul></nav>
            \(view.notifications.isEmpty && view.made.isAll ? nil : period(view))
            \(view.notifications.isEmpty ? empty(view) : list(view))
            """)
    }

    private static func link(
        _ label: String, _ state: NotificationRecord.State?, _ view: NotificationListView
    ) -> HTML {
        """
        <li><a class="chip" href="\(view.path(state))"\("aria-current", state == view.query.state ? "page" : nil)>\
        \(state.map { Icon.html($0.shown.icon) })\(label)</a></li>
        """
    }

    private static func period(_ view: NotificationListView) -> HTML {
        PeriodFields.form(
            view.made, path: PagePath.notifications, keeping: view.parts(view.query.state), label: "Notifications")
    }

    private static func list(_ view: NotificationListView) -> HTML {
        let state = view.query.state
        let first: HTML? =
            view.isLaterPage ? "<a class=\"button\" href=\"\(view.path(state))\">Newest notifications</a>" : nil
        let more: HTML? = view.next.map {
            "<a class=\"button\" rel=\"next\" href=\"\(view.path(state, after: $0))\">Older notifications</a>"
        }
        return """
            <ul class="notifications notifications-page" aria-label="Notifications">
            \(view.notifications.map { NotificationRow.html($0, about: about($0.notification)) })
            </ul>
            <p class="pages">\(first)\(more)</p>
            """
    }

    private static func about(_ notification: Notification) -> HTML {
        let document = notification.data["document"]
        let link: HTML? = document?[Fact.id.name]?.string.map { id in
            let title = document?[Fact.title.name]?.string ?? "Document"
            return "<a href=\"\(PagePath.document(id))\">\(Icon.html("file"))\(title)</a>"
        }
        return """
            <p class="run-links"><a href="\(PagePath.run(notification.run))">\(Icon.html("play"))Run, stage \(notification.stage)</a>\(link)</p>
            """
    }

    private static func empty(_ view: NotificationListView) -> HTML {
        if view.isFiltered {
            return EmptyState.html(
                icon: "bell", title: "No notifications match",
                text: view.made.isAll ? "The address narrows the list." : "None of this time is there.",
                action: "<a class=\"button\" href=\"\(PagePath.notifications)\">Show all</a>")
        }
        if view.query.state != nil {
            return EmptyState.html(
                icon: "bell", title: "None in this state", text: "Choose another state above.")
        }
        return EmptyState.html(
            icon: "bell", title: "No notifications yet", text: "Stages of type notify announce what pipelines do.")
    }
}
