package import Accounts
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
        for name in names { records.append(try await workspace.notification(name)) }
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
            if !found.contains(where: { $0.notification.id == record.notification.id }) { found.append(record) }
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
    /// So many that may be meant are listed.
    private static let maxCandidates = 10

    /// The notification that somebody names by its id or the beginning of it.
    ///
    /// - Throws: `Problem` when there is none, or several may be meant, which it lists.
    package func notification(_ name: String) async throws -> NotificationRecord {
        let found =
            name.isEmpty ? [] : try await outbox.notifications(idPrefix: name, limit: Self.maxCandidates + 1)
        if let exact = found.first(where: { $0.notification.id == name }) { return exact }
        guard let first = found.first else { throw Self.noNotification(name) }
        guard found.count > 1 else { return first }
        let count = found.count > Self.maxCandidates ? "more than \(Self.maxCandidates)" : "\(found.count)"
        throw Problem.invalidRequest(
            "`\(Printable.text(name))` may mean \(count) notifications; give more of the id of the one that is meant",
            details: found.prefix(Self.maxCandidates).map {
                "  \(Printable.text($0.notification.id))  \(Printable.text($0.notification.subject)), by "
                    + Printable.text($0.notification.channel)
            })
    }

    /// The notification of an id.
    ///
    /// - Parameter owner: whose runs' only; nil: anybody's.
    /// - Throws: `Problem` when there is none, the same whether it is not there or is somebody else's.
    package func notification(id: String, of owner: String?) async throws -> NotificationRecord {
        let found = try await outbox.notifications(idPrefix: id, limit: 1).first
        guard let found, found.notification.id == id else { throw Self.noNotification(id) }
        if let owner, try await journal.run(found.notification.run)?.run.owner != owner {
            throw Self.noNotification(id)
        }
        return found
    }

    private static func noNotification(_ name: String) -> Problem {
        Problem(
            .notFound,
            "There is no notification `\(Printable.short(name))`. Take the id, or its beginning, from the list of "
                + "notifications.")
    }
}
