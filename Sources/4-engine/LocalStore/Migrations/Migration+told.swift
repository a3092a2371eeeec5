extension Migration {
    /// Who was told what about a document, and who shared it.
    ///
    /// - `shares.made_by`, `ended_shares.made_by`: the person or account; NULL where a run did, and for what was shared before.
    /// - `notifications.series`: the id of the document that a notification was about when it was queued; of those that are there,
    ///   what they say, or else the document that their run made a version of.
    static let told = Migration(
        version: 18, name: "told",
        sql: """
            ALTER TABLE shares ADD COLUMN made_by TEXT;
            ALTER TABLE ended_shares ADD COLUMN made_by TEXT;
            ALTER TABLE notifications ADD COLUMN series TEXT;
            UPDATE notifications SET series = coalesce(
                CASE WHEN json_valid(data) THEN json_extract(data, '$.document.series') END,
                (SELECT series.id FROM versions JOIN series ON series.row = versions.series
                    WHERE versions.run = notifications.run));
            CREATE INDEX notifications_series ON notifications (series);
            """,
        rebuild: Rebuild(
            part: "notifications", rows: "SELECT coalesce(max(row), 0) FROM notifications", eachRow: .microseconds(10)))
}
