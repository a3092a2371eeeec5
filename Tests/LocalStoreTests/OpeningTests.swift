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
        let names = try connection.rows("SELECT name FROM migrations ORDER BY version") { try $0.text(0) }
        #expect(
            names == [
                "catalog", "journal", "outbox", "runs that survive", "triggers", "turns of channels", "endings",
                "taken contents", "log of stages", "compact search", "list blocks", "accounts", "serving",
                "runs by owner", "media", "place of objects", "former titles", "told", "documents of uploads",
            ])
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
        #expect(Migration.all.map(\.version) == Array(1...19))
        #expect(
            Migration.all.map(\.checksum) == [
                "a8a54bb6592db696", "6af97c4c5561952a", "e13c4b43580310bb", "f796dd30be824f5c",
                "6d79e41d59506047", "360cdd0d7b9d629d", "fe3cbd05eeef33b9",
                "588c34625f2df5cd", "0c69e33b1fe02eee", "a0b59de2c96cea64",
                "efc69db9e3cc3819", "1b689a3d302c0f6d", "183b23e28ffbb4ae", "faf0cb7eed21cb0e",
                "fe6aaa33b132ae23", "b59c3e70ae598838", "7b0b5a24b6e5e17b", "a96b25c581bdac96", "40226a0e540f7d85",
            ])
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
        try Connection(path).execute("INSERT INTO migrations VALUES (99, 'teams', 'x', 0)")
        let error = await #expect(throws: StoreError.self) { try await openAndClose() }
        #expect(error?.code == .newerSchema)
        #expect(
            error?.message
                == "The database \(path) was written by a newer version of this program: its schema has version 99 "
                + "(`teams`), this program knows \(Migration.all.count). Install that version or a later one.")
    }

    @Test("an older schema gets what it lacks")
    func upgrade() async throws {
        try await LocalStore.open(path, migrations: [.catalog]).close()
        try await openAndClose()
        let count = try Connection(path).first("SELECT count(*) FROM migrations") { try $0.integer(0) }
        #expect(count == Int64(Migration.all.count))
    }

    @Test("a database of the third version keeps its runs, stages, attempts and notifications")
    func runsAreKept() async throws {
        try await LocalStore.open(path, migrations: [.catalog, .journal, .outbox]).close()
        try Connection(path).script(
            """
            INSERT INTO definitions VALUES ('h', 'p', 'name: p', 1);
            INSERT INTO runs VALUES
                (1, '01A', 'p', 'h', 'a.pdf', 'u', '{"a":1}', 10, 11, 'failed', 12, 1.5, '{"id":"x"}', 's', 'k', 'm'),
                (2, '01B', 'p', 'h', NULL, 'u', '{}', 20, 21, 'running', NULL, NULL, '{}', NULL, NULL, NULL);
            INSERT INTO stages VALUES
                ('01A', 0, 'a', 'upload', 'succeeded', 1, 10, 0.5, '{"key":"k"}', '{"o":2}', NULL, NULL, NULL, 'undone',
                    NULL),
                ('01A', 1, 's', 'share', 'failed', 2, 11, 0.25, NULL, '{}', 's', 'k', 'm', 'failed', 'no'),
                ('01B', 0, 'a', 'upload', 'running', 1, 20, NULL, '{}', '{}', NULL, NULL, NULL, NULL, NULL);
            INSERT INTO attempts VALUES ('01A', 1, 1, 'failed', 11, 0.125, 's', 'k', 'm');
            INSERT INTO notifications (id, channel, subject, data, run, stage, created_at, state, due_at, leased_until)
                VALUES ('n', 'c', 's', '{}', '01A', 'notify', 1, 'waiting', 5, 5);
            """)
        let store = try await LocalStore.open(path)
        let time = { (microseconds: Int64) in Timestamp(microseconds: microseconds) }
        let failure = RunFailure(stage: "s", kind: "k", message: "m")
        let failed = try #require(try await store.run("01A"))
        #expect(
            failed.run
                == RunRecord(
                    id: "01A", pipeline: "p", definition: "h", file: "a.pdf", owner: "u", inputs: ["a": 1],
                    startedAt: time(10), keyTimestamp: 11, status: .failed, finishedAt: time(12),
                    durationMilliseconds: 1.5, document: ["id": "x"], error: failure))
        #expect(
            failed.stages == [
                StageRecord(
                    position: 0, id: "a", uses: "upload", status: .succeeded, attempts: 1, startedAt: time(10),
                    durationMilliseconds: 0.5, intent: ["key": "k"], outputs: ["o": 2],
                    undo: StageUndo(.undone, attempts: 1)),
                StageRecord(
                    position: 1, id: "s", uses: "share", status: .failed, attempts: 2, startedAt: time(11),
                    durationMilliseconds: 0.25, error: failure, undo: StageUndo(.failed, attempts: 1, message: "no")),
            ])
        #expect(
            failed.attempts == [
                AttemptRecord(
                    position: 1, number: 1, status: .failed, startedAt: time(11), durationMilliseconds: 0.125,
                    error: failure)
            ])
        #expect(failed.notifications.count == 1)
        let claimed = try await store.claim(of: "c", at: time(9), limit: 9, lease: .seconds(1))
        #expect(claimed.map(\.isUncertain) == [true], "it had been claimed and not finished")
        #expect(try await store.run("01B")?.stages.map(\.status) == [.running])
        #expect(try await store.takeOver(limit: 9) == ["01B"], "no version before could go on with it")
        #expect(try await store.check() == [])
        try await store.close()
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
