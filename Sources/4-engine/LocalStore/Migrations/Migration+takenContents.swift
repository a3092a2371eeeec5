extension Migration {
    /// Tells the contents that a watched folder's file had when it was taken from those that a run has processed. What was on
    /// record of a file whose run has not ended was the former, and the next comparison took it for the latter.
    static let takenContents = Migration(
        version: 8, name: "taken contents",
        sql: """
            ALTER TABLE watched_files ADD COLUMN taken_sha256 TEXT;
            UPDATE watched_files SET taken_sha256 = sha256, sha256 = NULL WHERE state = 'taken';
            """)
}
