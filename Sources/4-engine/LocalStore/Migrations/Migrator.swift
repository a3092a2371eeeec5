internal import Pipelines
internal import Platform
internal import SQL
internal import SQLStore
internal import SQLite

/// Brings a database's schema to the version that this program knows. A database has its version as SQLite's `user_version`.
struct Migrator {
    /// Oldest first. The first one makes a new database.
    let migrations: [Migration]
    let path: Path

    private var newest: Int { migrations.last?.version ?? 0 }

    /// Applies what is missing, each migration in one transaction with its version: a crash leaves the schema before it or
    /// the one behind it. Several processes may do this at a time.
    ///
    /// - Throws: `StoreError` when the database is newer than this program, or from before version 1.0; `SQLiteError`.
    func run(on connection: Connection) throws {
        let version = try check(connection)
        if version < newest { try defineFunctions(on: connection) }
        for migration in migrations where migration.version > version {
            try connection.transaction {
                // Another process may have done it while this one waited for the lock.
                if try check(connection) >= migration.version { return }
                try connection.script(migration.sql)
                try connection.script(
                    """
                    PRAGMA application_id = \(DatabaseFile.applicationID);
                    PRAGMA user_version = \(migration.version);
                    """)
            }
        }
    }

    /// What migrations need of the program to make anew what is stored as it compares texts.
    private func defineFunctions(on connection: Connection) throws {
        try connection.define("compass_title_key", CatalogReader.key(ofTitle:))
        try connection.define("compass_words", SearchWords.indexed)
    }

    /// Whether nothing is missing.
    ///
    /// - Throws: as `run`.
    func isCurrent(_ connection: Connection) throws -> Bool { try check(connection) == newest }

    private func check(_ connection: Connection) throws -> Int {
        let version = try Self.version(of: connection, path: path)
        if version > newest {
            throw StoreError(
                .newerSchema,
                "The database \(path) was written by a newer version of this program: its schema has version \(version), "
                    + "this program knows \(newest). Install that version or a later one.")
        }
        return version
    }

    /// The version of a database's schema, 0 where there is nothing in it.
    ///
    /// - Throws: `StoreError` when it is from before version 1.0; `SQLiteError`.
    static func version(of connection: Connection, path: Path) throws -> Int {
        // In this order: another process that makes the tables sets the version in the same transaction.
        let isMade = try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true } ?? false
        guard isMade else { return 0 }
        let version = Int(try connection.first("PRAGMA user_version") { try $0.integer(0) } ?? 0)
        if version < Migration.baseline.version { throw StoreError.earlierSchema("The database \(path)") }
        return version
    }
}

/// A step of the schema: a file of SQL beside this one, `schema-VERSION.sql`, that Package.swift has put into the program.
/// Once a version of the program with it is released, it never changes: what is to be another way is in the next file.
struct Migration: Sendable {
    /// Later ones have higher numbers. Those below 100 were given away before version 1.0, in a table of their own.
    let version: Int
    let sql: String

    static let baseline = Migration(
        version: 100, sql: String(decoding: PackageResources.schema_100_sql, as: UTF8.self))

    /// Words and names are compared as `String.folded` has them.
    static let folding = Migration(
        version: 101, sql: String(decoding: PackageResources.schema_101_sql, as: UTF8.self))

    /// A share that a run asked for outlives another run that made it and takes it back.
    static let askedShares = Migration(
        version: 102, sql: String(decoding: PackageResources.schema_102_sql, as: UTF8.self))

    /// Requests to webhooks are on record.
    static let webhooks = Migration(
        version: 103, sql: String(decoding: PackageResources.schema_103_sql, as: UTF8.self))

    /// The number of a link's documents stays when they go.
    static let linkPlaces = Migration(
        version: 104, sql: String(decoding: PackageResources.schema_104_sql, as: UTF8.self))

    /// Files in one request are told from those that can be resumed.
    static let wholeFiles = Migration(
        version: 105, sql: String(decoding: PackageResources.schema_105_sql, as: UTF8.self))

    /// All there are, oldest first.
    static let all = [baseline, folding, askedShares, webhooks, linkPlaces, wholeFiles]
}
