package import Accounts
internal import Documents
internal import Engine
package import Pipelines
internal import Platform
internal import Representations

/// Notifications that are delivered once more, since somebody asks for it: also those that were delivered or given up.
package struct Redelivery: Sendable {
    private let workspace: Workspace
    /// As they were before, each once.
    package let notifications: [NotificationRecord]

    /// How long tries begin at most.
    private static let timeout = Duration.seconds(30)

    /// - Parameter names: ids, or beginnings of them.
    /// - Throws: `Problem` when one names none or several, or its channel is not there any more; nothing has changed.
    package init(of names: [String], in workspace: Workspace) async throws {
        var records: [NotificationRecord] = []
        for id in try await workspace.ids(names, of: .notification) {
            records.append(try await workspace.notification(id))
        }
        try self.init(of: records, in: workspace)
    }

    /// - Throws: `Problem` when the channel of one is not there any more; nothing has changed.
    package init(of records: [NotificationRecord], in workspace: Workspace) throws {
        self.workspace = workspace
        var found: [NotificationRecord] = []
        for record in records {
            let channel = record.notification.channel
            guard workspace.channels[channel] != nil else {
                throw Problem.refused(
                    "The workspace has no channel `\(Printable.text(channel))` any more, by which notification "
                        + "\(Printable.text(record.notification.id)) goes; it has "
                        + "\(workspace.channels.names.map { "`\(Printable.text($0))`" }.joined(separator: ", ")).")
            }
            found.append(record)
        }
        notifications = found
    }

    /// Makes them due, which is on record in the audit: they are delivered by whoever looks next. A receiver that drops
    /// repeats drops them: their ids are what they were.
    ///
    /// - Throws: `Problem` for the first that is being delivered at this moment; the outbox's errors.
    package func queue(asking actor: Actor) async throws {
        for record in notifications {
            let notification = record.notification
            try await workspace.audited(
                actor, "notifications.redeliver", .run(notification.run), detail: notification.id
            ) {
                guard try await workspace.outbox.redeliver(notification.id, at: .now()) else {
                    throw Problem.refused(
                        "Notification \(Printable.text(notification.id)) is being delivered at this moment.")
                }
            }
        }
    }

    /// Makes them due, and delivers what is due.
    ///
    /// - Returns: as they are then: one that waits could not be delivered now, and is tried again later.
    /// - Throws: as `queue`.
    package func deliver(asking actor: Actor) async throws -> [NotificationRecord] {
        try await queue(asking: actor)
        try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
            .drain(OutboxDelivery.Ending(begins: Self.timeout))
        var records: [NotificationRecord] = []
        for record in notifications { records.append(try await workspace.notification(record.notification.id)) }
        return records
    }
}

extension Workspace {
    /// - Parameter owner: whose runs' only; nil: anybody's.
    /// - Throws: `Problem` when there is none of that id, the same whether it is not there or is somebody else's.
    package func notification(_ id: String, of owner: String? = nil) async throws -> NotificationRecord {
        guard let found = try await outbox.notification(id) else { throw Problem.noNotification(id) }
        if let owner, try await journal.run(found.notification.run)?.run.owner != owner {
            throw Problem.noNotification(id)
        }
        return found
    }
}
