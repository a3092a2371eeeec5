internal import Pipelines
internal import Platform
internal import Representations

/// `compass notifications`: what runs have announced, and to whom; the channels that it goes by.
enum NotificationsCommand {
    static let command = Command(
        group: "notifications", "Show the notifications of runs, deliver them again, and test channels",
        discussion: """
            Name a notification by its id or the beginning of it. Compass delivers it when its run has ended, retries with \
            growing waits, and gives up after about two hours.
            """,
        standard: "list",
        [
            NotificationsList.command, NotificationsShow.command, NotificationsRedeliver.command,
            NotificationsChannels.command, NotificationsTest.command,
        ])

    static let ids = Positional<[String]>.many(
        "ID", .word(completedBy: .notifications),
        "The notification's id or the beginning of it, as `notifications list` shows it.", minimum: 1)
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
}

extension NotificationRecord {
    /// "delivered 2026-11-27 04:10", "given up", "waits, next try 2026-11-27 04:12", "is being delivered".
    func standing(_ times: TimeText) -> String {
        switch state {
        case .delivered: "delivered" + (deliveredAt.map { " " + times.text($0) } ?? "")
        case .givenUp: "given up"
        case .waiting where isUnderWay: "is being delivered"
        case .waiting: "waits" + (nextAttemptAt.map { ", next try " + times.text($0) } ?? "")
        }
    }
}
