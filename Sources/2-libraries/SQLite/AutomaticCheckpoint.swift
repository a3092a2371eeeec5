internal import CSQLite

/// What SQLite does by itself in WAL mode, as `PRAGMA wal_autocheckpoint`: after a commit that leaves a long log, its
/// connection copies the log into the database. https://sqlite.org/wal.html#ckpt
///
/// SQLite's own hook drops the result. A checkpoint whose sync of the log failed must not be forgotten: the kernel reports
/// the failure to a descriptor once, so the sync of the next commit would succeed, and prove nothing for the frames before.
enum AutomaticCheckpoint {
    /// A log of so many pages is copied: 16 MiB. With SQLite's own 1,000 the log of a batch is copied four times as often.
    static let pages: Int32 = 4_000

    /// Takes the place of SQLite's own on a connection.
    static func install(on connection: Connection) {
        sqlite3_wal_hook(
            connection.handle,
            { context, handle, _, pages in
                guard let context, let handle, pages >= AutomaticCheckpoint.pages else { return SQLITE_OK }
                let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                let error = SQLiteError(handle, code: code, operation: "sync the log")
                // What else goes wrong is left for the next time: the log keeps what is not in the database.
                if error.isUnsynced {
                    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().failedSync = error
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(connection).toOpaque())
    }
}
