internal import Pipelines
internal import Platform
internal import SQL
internal import SQLStore
internal import SQLite

/// Brings a database's schema to the version that this program knows.
struct Migrator {
    let migrations: [Migration]
    let path: Path
    /// What a new database begins with, where that is as far as the migrations lead; nil: with the first of them.
    var schema: Schema? = .newest
    /// Told before something is made anew that is likely to take longer than `tolerable`, once for each, on the thread that
    /// runs them.
    var updating: @Sendable (SchemaUpdate) -> Void = { _ in }

    /// Nobody wonders at so short a wait.
    private static let tolerable = Duration.seconds(1)

    private struct Applied {
        let version: Int
        let name: String
        let checksum: String
    }

    /// All that is missing is applied in one transaction: a crash leaves the old schema or the new one.
    ///
    /// - Throws: `StoreError` when the database is newer, or was made by migrations with other texts; `SQLiteError`.
    func run(on connection: Connection) throws {
        if try check(connection) == migrations.count { return }
        try connection.transaction {
            // Another process may have done it while this one waited for the lock.
            let done = try check(connection)
            if done == 0 {
                try connection.script("PRAGMA application_id = \(DatabaseFile.applicationID)")
                try connection.script(
                    """
                    CREATE TABLE migrations (
                        version INTEGER PRIMARY KEY,
                        name TEXT NOT NULL,
                        checksum TEXT NOT NULL,
                        applied_at INTEGER NOT NULL
                    ) STRICT;
                    """)
            }
            let whole = done == 0 && schema?.version == migrations.count ? schema : nil
            if let whole { try connection.script(whole.sql) }
            for migration in migrations.dropFirst(done) {
                if whole == nil {
                    if let update = try migration.update(of: connection), update.expected > Self.tolerable {
                        updating(update)
                    }
                    try connection.script(migration.sql)
                }
                try connection.execute(
                    "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)",
                    [migration.version, migration.name, migration.checksum, Timestamp.now().microseconds])
            }
        }
    }

    /// Whether nothing is missing.
    ///
    /// - Throws: as `run`.
    func isCurrent(_ connection: Connection) throws -> Bool { try check(connection) == migrations.count }

    /// - Returns: how many have been applied.
    private func check(_ connection: Connection) throws -> Int {
        let exists =
            try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'") { _ in true } ?? false
        guard exists else { return 0 }
        let applied = try connection.rows("SELECT version, name, checksum FROM migrations ORDER BY version") {
            Applied(version: Int(try $0.integer(0)), name: try $0.text(1), checksum: try $0.text(2))
        }
        if let newest = applied.last, newest.version > migrations.count {
            throw StoreError(
                .newerSchema,
                "The database \(path) was written by a newer version of this program: its schema has version "
                    + "\(newest.version) (`\(Printable.text(newest.name))`), this program knows \(migrations.count). "
                    + "Install that version or a later one.")
        }
        for (migration, applied) in zip(migrations, applied)
        where migration.version != applied.version || migration.checksum != applied.checksum {
            throw StoreError(
                .changedMigration,
                "The database \(path) was made with another migration \(applied.version) "
                    + "(`\(Printable.text(applied.name))`) than this program has: checksum "
                    + "\(Printable.text(applied.checksum)), expected \(migration.checksum). It comes from an "
                    + "unreleased build; use that one, or move the database away and start a new one.")
        }
        return applied.count
    }
}

/// A step of the schema. Once released, its text never changes: databases remember its checksum.
struct Migration: Sendable {
    /// From 1, without gaps.
    let version: Int
    let name: String
    let sql: String
    /// What takes longer the more there is; nil: nothing.
    var rebuild: Rebuild?

    struct Rebuild: Sendable {
        /// As `SchemaUpdate` has it.
        let part: String
        /// Selects how many rows there are, or were and have gone, at once; of the schema before.
        let rows: String
        let eachRow: Duration
    }

    /// What it is going to make anew.
    func update(of connection: Connection) throws -> SchemaUpdate? {
        guard let rebuild else { return nil }
        let rows = try connection.first(rebuild.rows) { try $0.integer(0) } ?? 0
        return SchemaUpdate(part: rebuild.part, expected: rebuild.eachRow * Int(rows))
    }

    var checksum: String { Checksum.text(of: sql.utf8) }

    /// All there are, oldest first.
    static let all = [
        catalog, journal, outbox, survival, triggers, channelTurns, endings, takenContents, stageLog, compactSearch,
        listBlocks, accounts, serving, owners, media, place, formerTitles, told,
        documentsOfUploads,
    ]
}
