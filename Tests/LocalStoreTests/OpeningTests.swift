import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore
@testable import SQLStore

@Suite struct OpeningTests {
    private let folder: TestFolder
    private var path: Path { folder.file("state/compass.db") }

    init() throws {
        folder = try TestFolder()
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
        #expect(try connection.first("PRAGMA user_version") { try $0.integer(0) } == 105)
        #expect(try schema().count > 70)
        #expect(Migration.all.map(\.version) == [100, 101, 102, 103, 104, 105])
        #expect(
            try DatabaseHealth.examine(path)
                == DatabaseHealth(journalMode: "wal", schemaVersion: 105, knownVersion: 105, damage: []))
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

    @Test("a database from before version 1.0 is refused with the way over, and left as it is")
    func earlierSchema() async throws {
        try Files.createFolders(path.folder)
        try Connection(path).script(
            """
            PRAGMA application_id = 0x436D7073;
            CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            INSERT INTO migrations VALUES (19, 'documents of uploads');
            """)
        let before = try schema()
        let reading = try await LocalStore.openReadOnly(path)
        let path = path
        let openings: [@Sendable () async throws -> Void] = [
            { try await LocalStore.open(path).close() }, { _ = try await reading.version("x") },
            { _ = try DatabaseHealth.examine(path) },
        ]
        for open in openings {
            let error = await #expect(throws: StoreError.self) { try await open() }
            #expect(error?.code == .earlierSchema)
            #expect(
                error?.message
                    == "The database \(path) is from before version 1.0, and this program does not read it: export each "
                    + "owner's documents with the program that made it, and add the files to a new workspace.")
        }
        #expect(try schema() == before)
    }

    @Test("a newer schema is refused, and the message says what to do")
    func newerSchema() async throws {
        try await openAndClose()
        try Connection(path).script("PRAGMA user_version = 999")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .newerSchema)
        #expect(
            error?.message
                == "The database \(path) was written by a newer version of this program: its schema has version 999, "
                + "this program knows 105. Install that version or a later one.")
    }

    private static let newest = Migration.all.map(\.version).max() ?? 0
    private static let second = Migration(
        version: newest + 1, sql: "CREATE TABLE more (x TEXT) STRICT; ALTER TABLE schools ADD COLUMN city TEXT;")
    private static let third = Migration(version: newest + 2, sql: "CREATE TABLE most (x TEXT) STRICT")

    @Test("a database gets the migrations that it lacks, in order, and keeps what is in it")
    func migrated() async throws {
        let store = try await LocalStore.open(path)
        try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try await store.close()
        let migrated = try await LocalStore.open(path, migrations: Migration.all + [Self.second, Self.third])
        #expect(try await migrated.schools(limit: 10, after: nil).items.map(\.id) == ["ucla"])
        #expect(try await migrated.check() == [])
        try await migrated.close()
        let connection = try Connection(path)
        #expect(try connection.first("PRAGMA user_version") { try $0.integer(0) } == Int64(Self.newest + 2))
        #expect(try connection.rows("SELECT city FROM schools") { try $0.textOrNil(0) } == [nil])
        #expect(try connection.rows("SELECT more.x FROM more, most") { try $0.text(0) } == [])
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .newerSchema)
    }

    @Test("a migration that fails in the middle leaves the schema as the one before has made it")
    func interrupted() async throws {
        try await LocalStore.open(path, migrations: Migration.all + [Self.second]).close()
        let before = try schema()
        let broken = Migration(version: Self.newest + 2, sql: "CREATE TABLE half (x); CREATE TABLE half (x);")
        let error = await #expect(throws: StoreError.self) {
            try await LocalStore.open(path, migrations: Migration.all + [Self.second, broken])
        }
        #expect(error?.code == .other)
        #expect(try schema() == before)
        #expect(try Connection(path).first("PRAGMA user_version") { try $0.integer(0) } == Int64(Self.newest + 1))
        try await LocalStore.open(path, migrations: Migration.all + [Self.second, Self.third]).close()
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
        let pipe = folder.file("pipe.db")
        try #require(pipe.withCString { mkfifo($0, 0o600) } == 0)
        for (place, kind) in [(other, "a folder"), (pipe, "no file")] {
            let message =
                "\(place) is \(kind), and so no database. Move it away, and put a backup in its place: the guide "
                + "\"When things go wrong\" shows how."
            let opened = await #expect(throws: StoreError.self) { try await LocalStore.open(place) }
            #expect(opened?.code == .notADatabase && opened?.message == message)
            let examined = #expect(throws: StoreError.self) { try DatabaseHealth.examine(place) }
            #expect(examined?.message == message)
        }
    }

    @Test("a link that leads nowhere, in the place of the database or of its folder, is not taken for a new database")
    func danglingLink() async throws {
        try Files.createFolders(folder.file("full"))
        let links = [folder.file("state"), folder.file("full/compass.db")]
        for link in links { try #require(link.withCString { symlink("/nowhere/compass", $0) } == 0) }
        for (database, link) in [(path, links[0]), (links[1], links[1])] {
            let message = "\(link) is a symbolic link to what is not there: mount its disk, or remove the link."
            let written = await #expect(throws: StoreError.self) { try await LocalStore.open(database) }
            #expect(written?.code == .cannotOpen && written?.message == message)
            let read = #expect(throws: StoreError.self) { try DatabaseHealth.examine(database) }
            #expect(read?.message == message)
        }
        #expect(throws: PrivateFolderError.absent(links[0])) { try PrivateFolder.prepare(links[0]) }
    }

    @Test("a database without one of its tables or indexes is damaged, and a backup helps")
    func missingTable() async throws {
        try await openAndClose()
        do {
            let connection = try Connection(path)
            try connection.script("DROP INDEX former_titles_title")
            #expect(
                try DatabaseHealth.examine(path).damage == [
                    "it lacks the index `former_titles_title`, which compass has made"
                ])
            try connection.script("DROP TABLE former_titles")
        }
        #expect(
            try DatabaseHealth.examine(path).damage.contains(
                "it lacks the table `former_titles`, which compass has made"))
        let error = StoreError(SQLiteError(.error, operation: "read", message: "no such table: versions"), path: "x.db")
        #expect(error.code == .corrupt)
        #expect(
            error.message.hasPrefix(
                "The database x.db lacks a table that this program has made. Put a backup in its place: the guide "))
    }

    @Test("no room for what processes share beside the log is no room, whatever the system's last error was")
    func sharedSize() throws {
        let failed = SQLiteError(.inputOutputSharedSize, operation: "begin", message: "disk I/O error")
        #expect(failed.code.description == "SQLITE_IOERR_SHMSIZE" && failed.isFull)
        let error = StoreError(failed, path: "x.db")
        #expect(error.code == .full && error.message.hasPrefix("There is no room left for the database x.db."))
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

    @Test(
        "the next opening carries a log that could not be synced over into the database, others being open or not"
    )
    func unsynced() async throws {
        let log = Path(bytes: path.bytes + Array("-wal".utf8))
        let mark = Path(bytes: path.bytes + Array("-unsynced".utf8))
        let first = try await LocalStore.open(path)
        try await first.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        #expect(try FileStatus.of(log).size > 0)
        try Files.replace(mark, with: [])
        let second = try await LocalStore.open(path)
        #expect(!Files.exists(mark))
        #expect(try FileStatus.of(log).size == 0)
        #expect(try await second.schools(limit: 10, after: nil).items.map(\.id) == ["ucla"])
        try await first.addSchools([try School(id: "duke", name: "Duke")], replacing: true)
        #expect(try await second.schools(limit: 10, after: nil).items.count == 2)
        try await first.close()
        try await second.close()
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

    @Test("who keeps the database locked is named, and who only has it open is not")
    func blocker() async throws {
        #expect(try DatabaseHealth.blocker(of: path) == nil)
        try await openAndClose()
        let connection = try Connection(path, mode: .write)
        try connection.script("BEGIN EXCLUSIVE")
        #expect(try DatabaseHealth.blocker(of: path, timeout: .milliseconds(50)) == getpid())
        try connection.script("COMMIT")
        #expect(try DatabaseHealth.blocker(of: path) == nil)
    }
}
