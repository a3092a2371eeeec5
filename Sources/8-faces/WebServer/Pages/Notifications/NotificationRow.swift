internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

/// A notification in a list: what, by which channel, and how its delivery stands.
enum NotificationRow {
    /// - Parameter about: links to what it is about; nil: it stands on the page of its run, which says so already.
    static func html(_ record: NotificationRecord, about: HTML?) -> HTML {
        let notification = record.notification
        let failed = record.deliveries.last { if case .delivered = $0.state { false } else { true } }
        let problem: HTML? =
            record.state == .delivered ? nil : failed.map { "<p class=\"run-error\">\($0.detail)</p>" }
        let next: HTML? =
            record.isUnderWay
            ? "<span>being delivered</span>" as HTML
            : record.nextAttemptAt.map { "<span>next try \(ShownTime.dateAndTime($0))</span>" }
        let tries = record.deliveries.count
        let isPlain = record.state == .delivered && tries == 1
        return """
            <li class="notification"><div class="run-status">\(record.state.shown.badge)</div>
            <div class="run-text"><p class="notification-subject">\(notification.subject)</p>
            <p class="run-facts"><span>Channel \(notification.channel)</span><span>\(ShownTime.dateAndTime(notification.createdAt))</span>\
            <span>\(tries == 0 ? "not tried yet" : HumanFormat.count(tries, "attempt"))</span>\(next)</p>\(problem)\(about)
            \(isPlain || tries == 0 ? nil : deliveries(record))</div>\(again(record, isListed: about != nil))</li>

            """
    }

    /// - Parameter isListed: whether one comes back to the list, and not to the page of its run.
    private static func again(_ record: NotificationRecord, isListed: Bool) -> HTML {
        let words = record.state == .waiting ? "Deliver now" : "Deliver again"
        return """
            <form class="actions" method="post" action="\(PagePath.redelivery(of: record.notification.id))">\
            \(isListed ? "<input type=\"hidden\" name=\"list\" value=\"on\">" : nil)\
            <button class="button button-small" aria-label="\(words): \(record.notification.subject), by \(record.notification.channel)">\
            \(Icon.html("retry")) \(words)</button></form>
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
