internal import Documents
internal import Pipelines

/// All that the page of the notifications shows.
struct NotificationListView: Sendable {
    var query: NotificationQuery
    /// When they were announced.
    var made: TimePeriod
    var notifications: [NotificationRecord]
    var next: String?
    /// Whether this is a page behind the first.
    var isLaterPage: Bool
    /// How many wait, of all.
    var waiting: Int
    var notice: Notice?

    /// Whether the list is narrowed by something else than the state.
    var isFiltered: Bool {
        query.channel != nil || query.pipeline != nil || query.run != nil || query.owner != nil || !made.isAll
    }

    /// The address of this list in another state.
    func path(_ state: NotificationRecord.State?, after cursor: String? = nil) -> String {
        PagePath.with(PagePath.notifications, parts(state) + [("after", cursor)] + made.parts)
    }

    /// What its address has beside the time.
    func parts(_ state: NotificationRecord.State?) -> [(String, String?)] {
        [
            ("state", state?.rawValue), ("channel", query.channel), ("pipeline", query.pipeline), ("run", query.run),
            ("owner", query.owner),
        ]
    }
}
