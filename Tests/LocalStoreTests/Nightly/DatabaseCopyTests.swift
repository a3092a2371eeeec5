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

/// Copies of a database that others write, and their names.
@Suite struct DatabaseCopyTests {
    private let folder: TestFolder
    private var path: Path { folder.file("state/compass.db") }

    init() throws {
        folder = try TestFolder()
    }

    private func schools(_ store: LocalStore) async throws -> [String] {
        try await store.schools(limit: 100, after: nil).items.map { "\($0.id) \($0.name)" }
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
