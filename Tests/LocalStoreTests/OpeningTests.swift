import Documents
import Glibc
import Platform
import SQLite
import Testing

@testable import LocalStore

@Suite struct OpeningTests {
    private let folder: TemporaryFolder
    private var path: Path { folder.file("state/compass.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func openAndClose() async throws {
        try await LocalStore.open(path, busyTimeout: .milliseconds(50)).close()
    }

    @Test("a new database gets its folder, our application id, WAL and the newest schema")
    func new() async throws {
        let store = try await LocalStore.open(path)
        try await store.close()
        let connection = try Connection(path)
        #expect(try connection.first("PRAGMA application_id") { try $0.integer(0) } == 0x436D_7073)
        #expect(try connection.first("PRAGMA journal_mode") { try $0.text(0) } == "wal")
        let names = try connection.rows("SELECT name FROM migrations ORDER BY version") { try $0.text(0) }
        #expect(names == ["catalog", "journal", "outbox"])
    }

    @Test("every table that is not the search index's is strict")
    func strict() async throws {
        try await openAndClose()
        let connection = try Connection(path)
        let loose = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'"
        ) { try $0.text(0) }
        #expect(loose == [])
    }

    @Test("released migrations keep their texts")
    func checksums() {
        #expect(Migration.all.map(\.version) == [1, 2, 3])
        #expect(Migration.all.map(\.checksum) == ["a8a54bb6592db696", "6af97c4c5561952a", "e13c4b43580310bb"])
    }

    @Test("a changed migration is refused, and the message names it")
    func changedMigration() async throws {
        try await openAndClose()
        try Connection(path).execute("UPDATE migrations SET checksum = '0123456789abcdef' WHERE version = 2")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .changedMigration)
        #expect(
            error?.message
                == "The database \(path) was made with another migration 2 (`journal`) than this program has: checksum "
                + "0123456789abcdef, expected \(Migration.journal.checksum). It comes from an unreleased build; use that "
                + "one, or move the database away and start a new one.")
    }

    @Test("a newer schema is refused, and the message says what to do")
    func newerSchema() async throws {
        try await openAndClose()
        try Connection(path).execute("INSERT INTO migrations VALUES (4, 'teams', 'x', 0)")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .newerSchema)
        #expect(
            error?.message
                == "The database \(path) was written by a newer version of this program: its schema has version 4 "
                + "(`teams`), this program knows 3. Install that version or a later one.")
    }

    @Test("an older schema gets what it lacks")
    func upgrade() async throws {
        try await LocalStore.open(path, migrations: [.catalog]).close()
        try await openAndClose()
        let count = try Connection(path).first("SELECT count(*) FROM migrations") { try $0.integer(0) }
        #expect(count == 3)
    }

    @Test("a migration that fails in the middle leaves the schema as it was")
    func interrupted() async throws {
        try await LocalStore.open(path, migrations: [.catalog]).close()
        let before = try schema()
        let broken = Migration(version: 2, name: "broken", sql: "CREATE TABLE half (x); CREATE TABLE half (x);")
        let error = await #expect(throws: StoreError.self) {
            try await LocalStore.open(path, migrations: [.catalog, broken])
        }
        #expect(error?.code == .other)
        #expect(try schema() == before)
        try await openAndClose()
    }

    private func schema() throws -> [String] {
        try Connection(path).rows("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1") { try $0.text(0) }
    }

    @Test("many first starts at a time all succeed")
    func concurrentStart() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = try await LocalStore.open(path)
                    try await store.addSchools([School(id: "s\(number)", name: "S")], replacing: false)
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        let store = try await LocalStore.open(path)
        #expect(try await store.schools(limit: 100, after: nil).items.count == 8)
        try await store.close()
    }

    @Test("a lock held by another process is said to be one")
    func locked() async throws {
        try Files.createFolders(path.folder)
        let other = try Connection(path)
        try other.execute("BEGIN EXCLUSIVE")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .locked)
        #expect(error?.message.hasPrefix("The database \(path) is locked by another process. Wait until") == true)
        try other.execute("COMMIT")
    }

    @Test("a file that is no database, and a folder in its place, are said to be that")
    func notADatabase() async throws {
        try Files.createFolders(path.folder)
        try Files.replace(path, with: Array(String(repeating: "text ", count: 1_000).utf8))
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .notADatabase)
        #expect(error?.message.hasPrefix("\(path) is not a database. Move it away") == true)
        let other = folder.file("folder.db")
        try Files.createFolders(other)
        let second = await #expect(throws: StoreError.self) { try await LocalStore.open(other) }
        #expect(second?.code == .cannotOpen)
    }

    @Test("another program's database is left alone")
    func foreign() async throws {
        try Files.createFolders(path.folder)
        try Connection(path).script("PRAGMA application_id = 7; CREATE TABLE bookmarks (x)")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .foreign)
        #expect(try schema() == ["CREATE TABLE bookmarks (x)"])
    }

    @Test("a damaged database is said to be damaged, not treated as empty")
    func corrupt() async throws {
        try await openAndClose()
        var bytes = try Files.read(path, limit: 100_000_000)
        for index in 100..<4_096 { bytes[index] = 0x5A }
        try Files.replace(path, with: bytes)
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.hasPrefix("The database \(path) is damaged.") == true)
    }

    @Test("a database that may not be written is said to be read-only", .enabled(if: geteuid() == 0))
    func readOnly() async throws {
        // Rights do not bind root, a read-only mount does.
        try await openAndClose()
        let mounted = folder.file("mounted")
        try Files.createFolders(mounted)
        let source = path.folder
        try source.withCString { source in
            try mounted.withCString { target in
                try systemCall("mount") { mount(source, target, nil, UInt(MS_BIND), nil) }
                let flags = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
                try systemCall("remount") { mount(source, target, nil, flags, nil) }
            }
        }
        defer { _ = mounted.withCString { umount2($0, 2) } }
        let error = await #expect(throws: StoreError.self) {
            try await LocalStore.open(mounted.appending("compass.db"), busyTimeout: .milliseconds(50))
        }
        #expect(error?.code == .readOnly)
    }

    @Test("after closing everything says so")
    func closed() async throws {
        let store = try await LocalStore.open(path)
        try await store.close()
        let reading = await #expect(throws: StoreError.self) { _ = try await store.version("x") }
        #expect(reading?.code == .closed)
        let writing = await #expect(throws: StoreError.self) { try await store.trash("x") }
        #expect(writing?.code == .closed)
    }
}
