internal import Pipelines
internal import Platform
internal import SQL

/// Notifications and their deliveries, through any connection.
struct OutboxTable {
    let connection: any SQLConnection

    private static let columns = "id, channel, subject, body, data, run, stage, created_at"
    static let due = """
        SELECT row, attempts, CASE WHEN uncertain = 1 OR leased_until IS NOT NULL THEN 1 ELSE 0 END, \(columns)
        FROM notifications
        WHERE state = 'waiting' AND channel = ? AND due_at <= ? AND \(ended) ORDER BY due_at, row LIMIT ?
        """
    static let nextChannel =
        "SELECT channel FROM notifications WHERE state = 'waiting' AND channel > ? ORDER BY channel LIMIT 1"
    static let nextDue = """
        SELECT due_at FROM notifications WHERE state = 'waiting' AND channel = ? AND \(ended) ORDER BY due_at LIMIT 1
        """
    static let waiting = "SELECT count(*) FROM notifications WHERE state = 'waiting' AND \(ended)"
    static let waitingForAnother = waiting + " AND claimed_by IS NULL AND (attempts > 0 OR due_at <= ?)"
    /// What a run announces may still be taken back while the run goes on.
    private static let ended =
        "NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = notifications.run AND runs.status = 'running')"

    /// A notification that is there already, by its id, is not added again.
    func add(_ notification: Notification) throws {
        try connection.execute(
            """
            INSERT INTO notifications (\(Self.columns), state, due_at, series)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                notification.id, notification.channel, notification.subject, notification.body,
                StoredRecord.text(notification.data), notification.run, notification.stage,
                notification.createdAt.microseconds, notification.createdAt.microseconds,
                notification.data["document"]?[Fact.series.name]?.string,
            ])
    }

    func withdraw(_ id: String) throws {
        try connection.execute("DELETE FROM notifications WHERE id = ? AND state = 'waiting'", [id])
    }

    /// See `Outbox.due`. One look at the index for each channel, however much waits for it.
    func due() throws -> [(channel: String, at: Timestamp)] {
        var due: [(channel: String, at: Timestamp)] = []
        var last = ""
        while let channel = try connection.first(Self.nextChannel, [last], { try $0.text(0) }) {
            if let at = try nextDue(of: channel) { due.append((channel, at)) }
            last = channel
        }
        return due
    }

    /// nil: nothing waits for the channel.
    func nextDue(of channel: String) throws -> Timestamp? {
        try connection.first(Self.nextDue, [channel]) { Timestamp(microseconds: try $0.integer(0)) }
    }

    /// - Parameter worker: who claims.
    /// - Returns: what was claimed, to be read off the writer's thread.
    func claim(
        of channel: String, at now: Timestamp, limit: Int, until end: Timestamp, by worker: Int64
    ) throws -> [StoredNotification] {
        let due = try connection.rows(Self.due, [channel, now.microseconds, limit]) { row in
            var stored = try StoredNotification(row, from: 3)
            stored.attempts = Int(try row.integer(1))
            stored.isUncertain = try row.boolean(2)
            return (row: try row.integer(0), stored: stored)
        }
        for claim in due {
            try connection.execute(
                """
                UPDATE notifications SET due_at = ?1, leased_until = ?1, uncertain = ?2, claimed_by = ?3 WHERE row = ?4
                """, [end.microseconds, claim.stored.isUncertain, worker, claim.row])
        }
        return due.map(\.stored)
    }

    /// Makes what a process has claimed and not finished due at once; whoever claims it next learns that it was claimed
    /// before.
    func free(claimedBy worker: Int64, at now: Timestamp) throws {
        try connection.execute(Self.freeing, [now.microseconds, worker])
    }

    static let freeing = """
        UPDATE notifications SET due_at = ?, claimed_by = NULL WHERE claimed_by = ? AND state = 'waiting'
        """

    /// Does nothing when somebody else has claimed it since. Whether it had been uncertain before the claim stays known.
    func release(_ claimed: ClaimedNotification, at now: Timestamp) throws {
        try connection.execute(
            """
            UPDATE notifications SET due_at = ?, leased_until = NULL, claimed_by = NULL
            WHERE id = ? AND state = 'waiting' AND leased_until = ?
            """, [now.microseconds, claimed.notification.id, claimed.lease.microseconds])
    }

    /// Does nothing when somebody else has claimed it since, or has finished it.
    func finish(_ claimed: ClaimedNotification, _ delivery: Delivery) throws {
        let row = try connection.first(
            "SELECT row FROM notifications WHERE id = ? AND state = 'waiting' AND leased_until = ?",
            [claimed.notification.id, claimed.lease.microseconds]
        ) { try $0.integer(0) }
        guard let row else { return }
        let (state, tryState, retryAt): (NotificationRecord.State, String, Int64?) =
            switch delivery.state {
            case .delivered: (.delivered, "delivered", nil)
            case .retry(let at): (.waiting, "retry", at.microseconds)
            case .givenUp: (.givenUp, "given-up", nil)
            }
        try connection.execute(
            """
            UPDATE notifications SET state = ?, due_at = ?, leased_until = NULL, claimed_by = NULL,
                attempts = attempts + 1 WHERE row = ?
            """, [state.rawValue, retryAt, row])
        try connection.execute(
            "INSERT INTO deliveries (notification, state, retry_at, detail, at, duration) VALUES (?, ?, ?, ?, ?, ?)",
            [row, tryState, retryAt, delivery.detail, delivery.at.microseconds, delivery.durationMilliseconds])
    }

    private static let records = """
        SELECT row, state, CASE WHEN claimed_by IS NULL THEN due_at END, \(columns),
            state = 'waiting' AND claimed_by IS NOT NULL FROM notifications
        """

    func notifications(ofRun run: String) throws -> [NotificationRecord] {
        try connection.rows("\(Self.records) WHERE run = ? ORDER BY row", [run]) { try record($0) }
    }

    /// Newest first, with their rows. Those in one state, of a channel, a pipeline or an owner are looked for among all.
    func notifications(
        _ query: NotificationQuery, before row: Int64, limit: Int
    ) throws -> [(row: Int64, record: NotificationRecord)] {
        let (sql, values) = Self.list(query)
        return try connection.rows(sql, [row] + values + [limit]) {
            (row: try $0.integer(0), record: try record($0))
        }
    }

    /// The statement, and the values of its conditions, in order.
    static func list(_ query: NotificationQuery) -> (sql: String, values: [any Bindable]) {
        var conditions = ["row < ?"]
        var values: [any Bindable] = []
        func add(_ condition: String, _ new: any Bindable...) {
            conditions.append(condition)
            values += new
        }
        if let state = query.state { add("+state = ?", state.rawValue) }
        if let channel = query.channel { add("+channel = ?", channel) }
        if let run = query.run { add("run = ?", run) }
        if let pipeline = query.pipeline {
            add(
                "EXISTS (SELECT 1 FROM runs WHERE runs.id = notifications.run AND runs.pipeline = ?)", pipeline)
        }
        if let owner = query.owner {
            add("EXISTS (SELECT 1 FROM runs WHERE runs.id = notifications.run AND runs.owner = ?)", owner)
        }
        if let document = query.document {
            add(
                """
                (series = ? OR run IN (SELECT versions.run FROM series JOIN versions ON versions.series = series.row
                    WHERE series.id = ?))
                """, document, document)
        }
        let found = conditions.joined(separator: " AND ")
        return ("\(records) WHERE \(found) ORDER BY row DESC LIMIT ?", values)
    }

    func notification(_ id: String) throws -> NotificationRecord? {
        try connection.first("\(Self.records) WHERE id = ?", [id]) { try record($0) }
    }

    /// See `Outbox.redeliver`. Of one that waits, whether an earlier claim ended without an outcome stays known.
    func redeliver(_ id: String, at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE notifications SET
                uncertain = CASE state WHEN 'waiting' THEN uncertain = 1 OR leased_until IS NOT NULL ELSE 0 END,
                state = 'waiting', due_at = ?, attempts = 0, leased_until = NULL, claimed_by = NULL
            WHERE id = ? AND claimed_by IS NULL
            """, [now.microseconds, id]) > 0
    }

    private func record(_ row: borrowing Row) throws -> NotificationRecord {
        let text = try row.text(1)
        guard let state = NotificationRecord.State(rawValue: text) else {
            throw TableError(.mismatch, operation: "read the outbox", message: "`\(text)` is no state")
        }
        return NotificationRecord(
            notification: try StoredNotification(row, from: 3).notification, state: state,
            isUnderWay: try row.boolean(11), nextAttemptAt: try row.integerOrNil(2).map(Timestamp.init(microseconds:)),
            deliveries: try deliveries(ofNotification: row.integer(0)))
    }

    private func deliveries(ofNotification row: Int64) throws -> [Delivery] {
        try connection.rows(
            "SELECT state, retry_at, detail, at, duration FROM deliveries WHERE notification = ? ORDER BY row", [row]
        ) { row in
            let state: Delivery.State =
                switch try row.text(0) {
                case "delivered": .delivered
                case "given-up": .givenUp
                default: .retry(at: Timestamp(microseconds: try row.integer(1)))
                }
            return Delivery(
                state: state, detail: try row.text(2), at: Timestamp(microseconds: try row.integer(3)),
                durationMilliseconds: try row.real(4))
        }
    }
}
