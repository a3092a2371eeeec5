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

    /// How long tries begin at most, and those of other processes are waited for.
    private static let timeout = Duration.seconds(30)
    /// Nothing tells of what other processes do.
    private static let pause = Duration.milliseconds(50)

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
        for record in notifications { try await queue(record.notification, asking: actor) }
    }

    private func queue(_ notification: Notification, asking actor: Actor) async throws {
        try await workspace.audited(
            actor, "notifications.redeliver", .run(notification.run), detail: notification.id
        ) {
            guard try await workspace.outbox.redeliver(notification.id, at: .now()) else {
                throw Problem.refused(
                    "Notification \(Printable.text(notification.id)) is being delivered at this moment.")
            }
        }
    }

    /// Makes them due, and delivers what is due. One that another process is delivering is left to that, and is not sent a second
    /// time.
    ///
    /// - Parameter waiting: called when another process, which may have died, is waited for, and how long that is at most.
    /// - Returns: as they are then. One that waits could not be delivered now, and is tried again later; one that is under way is
    ///   still another process's.
    /// - Throws: the outbox's errors.
    package func deliver(
        asking actor: Actor, waiting: (Duration) -> Void = { _ in }
    ) async throws -> [NotificationRecord] {
        for record in notifications {
            do {
                try await queue(record.notification, asking: actor)
            } catch let problem as Problem where problem.kind == .refused {
                continue
            }
        }
        return try await delivered(within: Self.timeout, waiting: waiting)
    }

    /// Delivers what is due, and waits for what other processes deliver of these.
    func delivered(
        within timeout: Duration, waiting: (Duration) -> Void = { _ in }
    ) async throws -> [NotificationRecord] {
        let end = ContinuousClock.now + timeout
        try await drain(within: timeout)
        var records: [NotificationRecord] = []
        var isWaiting = false
        for former in notifications {
            var record = try await workspace.notification(former.notification.id)
            while record.isUnderWay || Self.isDue(record), ContinuousClock.now < end {
                if record.isUnderWay, !isWaiting {
                    waiting(end - .now)
                    isWaiting = true
                }
                // One that is due was asked for by somebody else after it had been delivered here.
                if !record.isUnderWay { try await drain(within: end - .now) }
                record = try await workspace.notification(former.notification.id)
                if record.isUnderWay || Self.isDue(record) { try await Task.sleep(for: Self.pause) }
            }
            records.append(record)
        }
        return records
    }

    private func drain(within timeout: Duration) async throws {
        try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
            .drain(OutboxDelivery.Ending(begins: timeout))
    }

    private static func isDue(_ record: NotificationRecord) -> Bool {
        record.state == .waiting && !record.isUnderWay && record.nextAttemptAt.map { $0 <= .now() } ?? false
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
