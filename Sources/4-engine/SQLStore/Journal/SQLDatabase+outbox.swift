public import Documents
public import Pipelines
public import Platform
internal import SQL

/// As `Outbox`.
extension SQLDatabase {
    /// Durable, and so is everything before it: what is delivered cannot be forgotten by a crash of the machine.
    public func claim(
        of channel: String, at now: Timestamp, limit: Int, lease: Duration
    ) async throws -> [ClaimedNotification] {
        // Another process may have taken all that was due, and looking takes no lock.
        let due = try await read { try OutboxTable(connection: $0).nextDue(of: channel) }
        guard let due, due <= now else { return [] }
        let worker = process.worker
        return try await write { connection in
            try OutboxTable(connection: connection).claim(
                of: channel, at: now, limit: limit, until: now.advanced(by: lease), by: worker.join(connection))
        }.map { try $0.claimed(until: now.advanced(by: lease)) }
    }

    public func finish(_ deliveries: [(claimed: ClaimedNotification, delivery: Delivery)]) async throws {
        try await write { connection in
            let table = OutboxTable(connection: connection)
            for (claimed, delivery) in deliveries { try table.finish(claimed, delivery) }
        }
    }

    public func release(_ claims: [ClaimedNotification]) async throws {
        let now = now()
        try await write { connection in
            let table = OutboxTable(connection: connection)
            for claim in claims { try table.release(claim, at: now) }
        }
    }

    public func due() async throws -> [(channel: String, at: Timestamp)] {
        try await read { try OutboxTable(connection: $0).due() }
    }

    public func waiting() async throws -> Int {
        try await read { connection in
            Int(try connection.first(OutboxTable.waiting) { try $0.integer(0) } ?? 0)
        }
    }

    public func waitingForAnother(dueBy time: Timestamp) async throws -> Int {
        try await read { connection in
            let count = try connection.first(OutboxTable.waitingForAnother, [time.microseconds]) { try $0.integer(0) }
            return Int(count ?? 0)
        }
    }

    public func notifications(
        _ query: NotificationQuery, limit: Int, after cursor: String?
    ) async throws -> Page<NotificationRecord> {
        let limit = Self.clamp(limit)
        let scope = query.scope
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            let found = try OutboxTable(connection: connection).notifications(
                query, before: start ?? .max, limit: limit + 1)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.record), next: next)
        }
    }

    public func notification(_ id: String) async throws -> NotificationRecord? {
        try await read { try OutboxTable(connection: $0).notification(id) }
    }

    public func redeliver(_ id: String, at now: Timestamp) async throws -> Bool {
        try await write { try OutboxTable(connection: $0).redeliver(id, at: now) }
    }
}

extension NotificationQuery {
    /// The query as one text, for cursors.
    fileprivate var scope: String {
        let parts = [state?.rawValue, channel, run, pipeline, document, owner]
        return "notifications" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
    }
}

/// A row of the outbox, its data not yet read: that takes longer than the database does.
struct StoredNotification: Sendable {
    private let id, channel, subject: String
    private let body: String?
    private let data, run, stage: String
    private let createdAt: Int64
    /// Tries so far.
    var attempts = 0
    /// See `ClaimedNotification`.
    var isUncertain = false

    /// From the columns `OutboxTable.columns`.
    init(_ row: borrowing Row, from column: Int) throws {
        id = try row.text(column)
        channel = try row.text(column + 1)
        subject = try row.text(column + 2)
        body = try row.textOrNil(column + 3)
        data = try row.text(column + 4)
        run = try row.text(column + 5)
        stage = try row.text(column + 6)
        createdAt = try row.integer(column + 7)
    }

    var notification: Notification {
        get throws {
            Notification(
                id: id, channel: channel, subject: subject, body: body, data: try StoredRecord.read(data), run: run,
                stage: stage, createdAt: Timestamp(microseconds: createdAt))
        }
    }

    func claimed(until lease: Timestamp) throws -> ClaimedNotification {
        ClaimedNotification(
            notification: try notification, attempts: attempts, lease: lease, isUncertain: isUncertain)
    }
}
