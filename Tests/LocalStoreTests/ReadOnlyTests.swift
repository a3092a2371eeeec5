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

/// Opening that changes nothing.
@Suite struct ReadOnlyTests {
    private let folder: TestFolder
    private var path: Path { folder.file("state/compass.db") }

    init() throws {
        folder = try TestFolder()
    }

    /// Names, sizes, times and bytes of everything below the test's folder.
    private func traces() throws -> [String] {
        guard Files.exists(path.folder) else { return [] }
        return try Files.list(path.folder).map { name in
            let file = path.folder.appending(name)
            let status = try FileStatus.of(file)
            let bytes = try Files.read(file, limit: 1 << 26)
            return "\(name) \(status) \(Checksum.text(of: bytes))"
        }
    }

    private func schools(_ store: LocalStore) async throws -> [String] {
        try await store.schools(limit: 100, after: nil).items.map { "\($0.id) \($0.name)" }
    }

    @Test("without a database it is an empty one, and no folder is made")
    func none() async throws {
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await store.documents(DocumentQuery(), limit: 10, after: nil).items == [])
        #expect(try await store.runs(RunQuery(), limit: 10, after: nil).items == [])
        #expect(try await store.versions(owner: "u1", type: .transcript, title: "t") == [])
        #expect(try await schools(store) == [])
        try await store.close()
        #expect(!Files.exists(path.folder))
    }

    @Test("a clean database is read in place, without a trace")
    func clean() async throws {
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try await writing.close()
        #expect(try DatabaseCopy.isClean(path))
        let before = try traces()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == ["ucla UCLA"])
        #expect(try traces() == before)
        try await store.close()
        #expect(try traces() == before)
    }

    @Test("a database that is open elsewhere shows its newest commit, without a trace")
    func open() async throws {
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        #expect(try !DatabaseCopy.isClean(path))
        let before = try traces()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == ["ucla UCLA"])
        #expect(try traces() == before)
        // All reads of one opening see the same state.
        try await writing.addSchools([try School(id: "duke", name: "Duke")], replacing: true)
        #expect(try await schools(store) == ["ucla UCLA"])
        try await store.close()
        let again = try await LocalStore.openReadOnly(path)
        #expect(try await schools(again) == ["duke Duke", "ucla UCLA"])
        try await again.close()
        try await writing.close()
    }

    @Test("schools that are not in the database yet are known besides those that are")
    func moreSchools() async throws {
        for isThere in [false, true] {
            if isThere {
                let writing = try await LocalStore.open(path)
                try await writing.addSchools(
                    [try School(id: "ucla", name: "Old name"), try School(id: "duke", name: "Duke")], replacing: true)
                try await writing.close()
            }
            let before = try traces()
            let store = try await LocalStore.openReadOnly(
                path, schools: [try School(id: "ucla", name: "UCLA"), try School(id: "yale", name: "Yale")])
            #expect(try await schools(store) == (isThere ? ["duke Duke"] : []) + ["ucla UCLA", "yale Yale"])
            try await store.requireSchools(["ucla", "yale"])
            await #expect(throws: CatalogError.self) { try await store.requireSchools(["ucla", "stanford"]) }
            try await store.close()
            #expect(try traces() == before)
        }
    }

    @Test("whatever writes fails with a clear error")
    func writes() async throws {
        try await LocalStore.open(path).close()
        let store = try await LocalStore.openReadOnly(path)
        let error = await #expect(throws: StoreError.self) {
            try await store.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        }
        #expect(error?.code == .readOnly)
        #expect(
            error?.message
                == "The database \(path) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
        let other = await #expect(throws: StoreError.self) {
            try await store.pin(definition: "a", pipeline: "b", source: "c")
        }
        #expect(other?.code == .readOnly)
    }

    @Test("an older schema is read through a copy and stays as it is")
    func older() async throws {
        let old = try await LocalStore.open(path)
        try await old.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        try await old.close()
        let before = try traces()
        let second = Migration(version: 101, sql: "ALTER TABLE schools ADD COLUMN city TEXT")
        let connection = try DatabaseSnapshot(path: path, migrations: Migration.all + [second], schools: []).open()
        #expect(try connection.rows("SELECT id FROM schools WHERE city IS NULL") { try $0.text(0) } == ["ucla"])
        #expect(try traces() == before)
    }

    @Test("what is no database of ours is refused as by the ordinary opening")
    func foreign() async throws {
        try Files.createFolders(path.folder)
        try Files.replace(path, with: [UInt8](repeating: 0x55, count: 8_192))
        let store = try await LocalStore.openReadOnly(path)
        let error = await #expect(throws: StoreError.self) { try await schools(store) }
        #expect(error?.code == .notADatabase)
        path.withCString { _ = unlink($0) }
        try Connection(path).execute("CREATE TABLE t (x)")
        let other = try await LocalStore.openReadOnly(path)
        let second = await #expect(throws: StoreError.self) { try await schools(other) }
        #expect(second?.code == .foreign)
    }

    @Test("a clean database that another process changes while it is read is noticed")
    func changed() async throws {
        try await LocalStore.open(path).close()
        let store = try await LocalStore.openReadOnly(path)
        #expect(try await schools(store) == [])
        let writing = try await LocalStore.open(path)
        try await writing.addSchools([try School(id: "ucla", name: "UCLA")], replacing: true)
        // The change lies in the -wal file for now: what was opened is still one state.
        #expect(try await schools(store) == [])
        try await writing.close()
        let error = await #expect(throws: StoreError.self) { try await schools(store) }
        #expect(error?.code == .locked)
    }

    @Test("no name of a copy is left behind, wherever temporary files are")
    func names() async throws {
        let writing = try await LocalStore.open(path)
        let temporary = getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
        let copies = { () throws -> Set<Path> in
            Set(
                try Files.list(temporary).filter { name in
                    name.text.hasPrefix("compass-") && Files.exists(temporary.appending(name).appending("copy.db"))
                })
        }
        // Of processes that were killed at the wrong moment.
        let former = try copies()
        var names: Set<Path>?
        // Copies that others make at the same time have names for a moment: what stays is a leftover.
        for _ in 0..<20 {
            let store = try await LocalStore.openReadOnly(path)
            _ = try await schools(store)
            let found = try copies().subtracting(former)
            names = names?.intersection(found) ?? found
            try await store.close()
        }
        #expect(names == [])
        try await writing.close()
    }

    @Test(
        "copies taken while another process writes and checkpoints without a pause are whole states",
        .disabled(if: Sanitizers.areActive, "a copy that slow is never whole before the writer has changed it again"))
    func torture() async throws {
        let path = folder.file("torture.db")
        let writer = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect("torture.db", isolation_level=None)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = OFF")
                db.execute("PRAGMA wal_autocheckpoint = 0")
                db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, filler TEXT)")
                db.execute("BEGIN")
                db.executemany("INSERT INTO t VALUES (?, 0, ?)", [(i, "x" * 900) for i in range(400)])
                db.execute("COMMIT")
                print("ready", flush=True)
                modes = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]
                n = 0
                while True:
                    n += 1
                    db.execute("BEGIN")
                    db.execute("UPDATE t SET n = ?", (n,))
                    if n % 7 == 0:
                        db.execute("INSERT INTO t SELECT max(id) + 1, ?, ? FROM t", (n, "y" * 900))
                        db.execute("DELETE FROM t WHERE id = (SELECT min(id) FROM t)")
                    db.execute("COMMIT")
                    if n % 20 == 0:
                        db.execute("PRAGMA wal_checkpoint(" + modes[n // 20 % 4] + ")")
                """,
            ], folder: folder.path, input: .pipe)
        let output = try #require(writer.output)
        var greeting: [UInt8] = []
        while greeting.last != UInt8(ascii: "\n") {
            let byte = try output.readSome(limit: 1)
            try #require(!byte.isEmpty)
            greeting += byte
        }
        #expect(String(decoding: greeting, as: UTF8.self) == "ready\n")
        defer {
            writer.signal(SIGKILL)
            _ = try? writer.wait()
        }
        var states: Set<Int64> = []
        for _ in 0..<(Nightly.isOn ? 30 : 12) {
            let connection = try DatabaseCopy.open(path)
            let values = try connection.rows("SELECT DISTINCT n FROM t") { try $0.integer(0) }
            #expect(values.count == 1)
            #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == 400)
            #expect(try connection.rows("PRAGMA integrity_check") { try $0.text(0) } == ["ok"])
            states.formUnion(values)
        }
        #expect(states.count > 3)
    }
}
