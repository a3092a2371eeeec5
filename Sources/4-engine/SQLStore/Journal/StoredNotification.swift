internal import Pipelines
internal import Platform
internal import SQL

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
