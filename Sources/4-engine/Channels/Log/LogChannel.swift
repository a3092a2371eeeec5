public import Pipelines
public import Platform

/// Appends notifications to a file, one JSON object a line: `id`, `created-at`, `channel`, `subject`, `body`, `run`, `stage`
/// and `data`.
///
/// A notification counts as delivered when its line is on disk. Each line is one write(2) in append mode under a lock
/// (flock(2)), so lines of several processes never mix; lines that are handed over together share one fsync.
///
/// After a crash between the line and the outbox's receipt the same notification is delivered again. Its id is then found
/// in the last mebibyte of the file and no second line is written; only a repeat for which more than that was written in
/// between is doubled, and readers can tell by its `id`. A line that a crash or a full disk cut off is removed and written
/// anew, so that every line is whole.
public struct LogChannel: BatchChannel {
    public static let kind = "log"

    private struct Item: Sendable {
        let notifications: [Notification]
        let continuation: CheckedContinuation<[DeliveryOutcome], Never>
    }

    private let thread: SerialThread<Item>
    /// The file.
    public let recipient: String

    /// - Parameter file: made when it is not there; its folder has to be. It may be moved away at any time.
    public init(file: Path) {
        recipient = file.description
        let log = NotificationLog(path: file)
        thread = SerialThread(name: "notify-log") { items in
            var outcomes = log.append(items.flatMap(\.notifications))[...]
            for item in items {
                item.continuation.resume(returning: Array(outcomes.prefix(item.notifications.count)))
                outcomes = outcomes.dropFirst(item.notifications.count)
            }
        }
    }

    /// Never refuses: whatever is wrong with a file may be put right.
    public func deliver(_ notifications: [Notification]) async -> [DeliveryOutcome] {
        await withCheckedContinuation { continuation in
            thread.put(Item(notifications: notifications, continuation: continuation))
        }
    }

    /// See the other one.
    public func deliver(_ notification: Notification) async -> DeliveryOutcome {
        await deliver([notification])[0]
    }
}
