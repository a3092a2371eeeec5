internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// What runs have announced, and how its delivery stands.
enum NotificationPage {
    static func page(
        _ notifications: [NotificationRecord], in state: NotificationRecord.State?, next: String?, isLaterPage: Bool,
        waiting: Int, notice: Notice?
    ) -> WebPage {
        WebPage(
            "Notifications", in: .notifications, notice: notice,
            """
            <header class="page-head"><div><h1>Notifications</h1>
            <p class="subtitle" id="count" role="status">\(waiting == 0 ? "None waits to be delivered" : "\(waiting) \(waiting == 1 ? "waits" : "wait") to be delivered")</p></div></header>
            <nav class="states" aria-label="State"><ul>
            \(link("All", nil, state))\(NotificationRecord.State.allCases.map { link($0.shown.label, $0, state) })
            </ul></nav>
            \(notifications.isEmpty ? empty(state) : list(notifications, state, next, isLaterPage))
            """)
    }

    private static func link(
        _ label: String, _ state: NotificationRecord.State?, _ chosen: NotificationRecord.State?
    ) -> HTML {
        """
        <li><a class="chip" href="\(path(state))"\("aria-current", state == chosen ? "page" : nil)>\
        \(state.map { Icon.html($0.shown.icon) })\(label)</a></li>
        """
    }

    private static func path(_ state: NotificationRecord.State?, after cursor: String? = nil) -> String {
        PagePath.with(PagePath.notifications, [("state", state?.rawValue), ("after", cursor)])
    }

    private static func list(
        _ notifications: [NotificationRecord], _ state: NotificationRecord.State?, _ next: String?, _ isLaterPage: Bool
    ) -> HTML {
        let first: HTML? = isLaterPage ? "<a class=\"button\" href=\"\(path(state))\">Newest notifications</a>" : nil
        let more: HTML? = next.map {
            "<a class=\"button\" rel=\"next\" href=\"\(path(state, after: $0))\">Older notifications</a>"
        }
        return """
            <ul class="notifications notifications-page" aria-label="Notifications">
            \(notifications.map { NotificationRow.html($0, about: about($0.notification)) })
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

    private static func empty(_ state: NotificationRecord.State?) -> HTML {
        if state != nil {
            return EmptyState.html(
                icon: "bell", title: "None in this state", text: "Choose another state above.")
        }
        return EmptyState.html(
            icon: "bell", title: "No notifications yet", text: "Stages of type notify announce what pipelines do.")
    }
}
