public import Accounts
internal import Glibc
internal import Pipelines
internal import Platform
internal import SQL
internal import SQLStore
internal import SQLite

extension LocalStore: PersonRecords {
    /// What was erased leaves its bytes behind in three places: the search index keeps the words of an erased entry until its
    /// segment is merged; pages keep the bytes of former rows where no new ones have come; and the log has former states of
    /// pages.
    public func scrub() async throws { try await scrub(timeout: .seconds(30)) }

    /// - Parameter timeout: how long who writes or reads is waited for.
    func scrub(timeout: Duration) async throws {
        // The name of an owner without documents is of no use there.
        try await write(durable: false) {
            try $0.execute("DELETE FROM totals WHERE documents = 0 AND shared = 0 AND bytes = 0")
        }
        try await mergeSearchIndex(pace: WritingPace())
        Failpoint.pass("forget.index-merged")
        let path = path
        do {
            try await WorkerPool(name: "sqlite-scrub", width: 1).run { try Self.rewrite(path, timeout) }
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }

    /// Merges all segments of the index into one, in short steps. https://sqlite.org/fts5.html#the_merge_command
    private func mergeSearchIndex(pace: WritingPace) async throws {
        // The negative number begins with all segments that there are.
        var pages = -64
        while true {
            let now = pages
            let changed = try await write(durable: false) { connection in
                let before = try connection.first("SELECT total_changes()") { try $0.integer(0) } ?? 0
                try connection.execute("INSERT INTO search (search, rank) VALUES ('merge', ?)", [now])
                return (try connection.first("SELECT total_changes()") { try $0.integer(0) } ?? 0) - before
            }
            // One change is the statement itself.
            if changed < 2 { return }
            pages = 64
            try await pace.pause()
        }
    }

    /// Writes the database anew, without what is free, and empties its log.
    private static func rewrite(_ path: Path, _ timeout: Duration) throws {
        let connection = try Connection(path, mode: .write, busyTimeout: timeout)
        try connection.execute("VACUUM")
        Failpoint.pass("forget.database-written")
        let isLeft = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.integer(0) != 0 } ?? true
        if isLeft {
            throw StoreError(
                .locked,
                "The log of the database \(path) cannot be emptied, as another process reads from it all the time. What "
                    + "was erased is gone, but bytes of it are still in the log. Do the same again later.")
        }
    }
}
