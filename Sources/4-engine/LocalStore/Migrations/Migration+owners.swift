extension Migration {
    /// The runs of one owner, newest first, however many others have: what somebody sees who sees only their own.
    static let owners = Migration(
        version: 14, name: "runs by owner", sql: "CREATE INDEX runs_owner ON runs (owner, id);")
}
