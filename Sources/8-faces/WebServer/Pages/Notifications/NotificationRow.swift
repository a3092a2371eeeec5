internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// A notification in a list: what, by which channel, and how its delivery stands.
enum NotificationRow {
    /// - Parameter about: links to what it is about, where the page does not say so already.
    static func html(_ record: NotificationRecord, about: HTML?) -> HTML {
        let notification = record.notification
        let failed = record.deliveries.last { if case .delivered = $0.state { false } else { true } }
        let problem: HTML? =
            record.state == .delivered ? nil : failed.map { "<p class=\"run-error\">\($0.detail)</p>" }
        let next: HTML? = record.nextAttemptAt.map { "<span>next try \(ShownTime.dateAndTime($0))</span>" }
        let tries = record.deliveries.count
        let isPlain = record.state == .delivered && tries == 1
        return """
            <li class="notification"><div class="run-status">\(record.state.shown.badge)</div>
            <div class="run-text"><p class="notification-subject">\(notification.subject)</p>
            <p class="run-facts"><span>Channel \(notification.channel)</span><span>\(ShownTime.dateAndTime(notification.createdAt))</span>\
            <span>\(tries == 0 ? "not tried yet" : HumanFormat.count(tries, "attempt"))</span>\(next)</p>\(problem)\(about)
            \(isPlain || tries == 0 ? nil : deliveries(record))</div></li>

            """
    }

    private static func deliveries(_ record: NotificationRecord) -> HTML {
        let rows = record.deliveries.map { delivery in
            """
            <li><span>\(ShownTime.dateAndTime(delivery.at))</span><span>\(word(delivery))</span>\
            <span class="quiet">\(delivery.detail) (\(HumanFormat.duration(milliseconds: delivery.durationMilliseconds)))</span></li>
            """ as HTML
        }
        return """
            <details class="unfold"><summary class="button button-small">\(HumanFormat.count(rows.count, "delivery attempt"))</summary>
            <ol class="attempts">\(rows)</ol></details>
            """
    }

    private static func word(_ delivery: Delivery) -> String {
        switch delivery.state {
        case .delivered: "delivered"
        case .retry: "did not succeed"
        case .givenUp: "given up"
        }
    }
}
