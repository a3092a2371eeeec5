import CompassTesting
import Glibc
import Platform
import SQL
import SQLite
import Testing

@Suite(.timeLimit(.minutes(2))) struct WriterTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func makeWriter(in folder: TestFolder? = nil) throws -> Writer {
        let connection = try Connection((folder ?? self.folder).path.appending("x.db"))
        try connection.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x INTEGER UNIQUE, y BLOB) STRICT;")
        return try Writer(connection)
    }

    private func numbers() throws -> [Int64] {
        let connection = try Connection(folder.path.appending("x.db"), mode: .read)
        return try connection.rows("SELECT x FROM t ORDER BY rowid") { try $0.integer(0) }
    }

    @Test("a write returns its body's result after the commit")
    func result() async throws {
        let writer = try makeWriter()
        let row = try await writer.write { connection in
            try connection.execute("INSERT INTO t (x) VALUES (7)")
            return connection.lastInsertedRow
        }
        #expect(row == 1)
        #expect(try numbers() == [7])
        #expect(writer.counts == Writer.Counts(writes: 1, commits: 1, syncedCommits: 1, pages: 2))
    }

    @Test("concurrent writes are all done, in fewer transactions than writes")
    func concurrent() async throws {
        let writer = try makeWriter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    _ = try await writer.write { try $0.execute("INSERT INTO t (x) VALUES (?)", [number]) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try numbers().sorted() == (0..<400).map(Int64.init))
        #expect(writer.counts.writes == 400)
        #expect(writer.counts.commits < 400)
    }

    @Test("records go before the write that follows them, in its transaction")
    func records() async throws {
        let writer = try makeWriter()
        for number in 0..<10 { writer.record { try $0.execute("INSERT INTO t (x) VALUES (?)", [number]) } }
        #expect(try numbers() == [])
        try await writer.write { try $0.execute("INSERT INTO t (x) VALUES (10)") }
        #expect(try numbers() == (0...10).map(Int64.init))
        #expect(writer.counts.commits == 1)
    }

    @Test("a record's failure is thrown by flush, once, and closing reports it too")
    func failedRecord() async throws {
        let writer = try makeWriter()
        writer.record(key: "run") { try $0.execute("INSERT INTO nowhere VALUES (1)") }
        let error = await #expect(throws: SQLiteError.self) { try await writer.flush() }
        #expect(error?.message == "no such table: nowhere")
        try await writer.flush()
        writer.record(key: "run") { try $0.execute("INSERT INTO nowhere VALUES (1)") }
        await #expect(throws: SQLiteError.self) { try await writer.close() }
    }

    @Test("a record's failure is thrown by the write whose result has its key, which then changes nothing")
    func failedRecordByResult() async throws {
        let writer = try makeWriter()
        writer.record(key: "a") { try $0.execute("INSERT INTO nowhere VALUES (1)") }
        let insert: @Sendable (Connection) throws -> String = { connection in
            try connection.execute("INSERT INTO t (x) VALUES (1)")
            return "a"
        }
        #expect(try await writer.write(resultKey: { _ in "b" }) { _ in 5 } == 5)
        await #expect(throws: SQLiteError.self) { try await writer.write(resultKey: { $0 }, insert) }
        #expect(try numbers() == [])
        try await writer.write(resultKey: { $0 }, insert)
        #expect(try numbers() == [1])
    }

    @Test("close writes what was recorded; afterwards everything fails, and closing again does not")
    func close() async throws {
        let writer = try makeWriter()
        writer.record { try $0.execute("INSERT INTO t (x) VALUES (1)") }
        try await writer.close()
        #expect(!Files.exists(folder.path.appending("x.db-wal")), "the last connection is gone")
        #expect(try numbers() == [1])
        let error = await #expect(throws: SQLiteError.self) { try await writer.write { _ in } }
        #expect(error?.description == "cannot write: the database has been closed (SQLITE_MISUSE)")
        try await writer.close()
    }

    @Test("what was recorded is written when the writer goes without being closed")
    func abandoned() async throws {
        let watch = try FolderWatch()
        try watch.add(folder.path)
        do {
            let writer = try makeWriter()
            writer.record { try $0.execute("INSERT INTO t (x) VALUES (1)") }
        }
        // The thread ends by itself; its connection, which is the only one, removes the log when it closes.
        let closed = FolderChange.entry(.removed, folder: folder.path, name: "x.db-wal")
        for await changes in watch.changes where changes.contains(closed) { break }
        #expect(try numbers() == [1])
    }

    @Test("two writers of one file wait for each other")
    func twoWriters() async throws {
        let first = try makeWriter()
        let second = try Writer(Connection(folder.path.appending("x.db")))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let writer = number % 2 == 0 ? first : second
                group.addTask {
                    _ = try await writer.write { try $0.execute("INSERT INTO t (x) VALUES (?)", [number]) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try numbers().count == 100)
    }

    @Test(
        "on a full disk the write that does not fit fails, and smaller ones go on", .enabled(if: MountedDisk.isPossible)
    )
    func fullDisk() async throws {
        let disk = try MountedDisk(size: 1 << 20)
        let writer = try makeWriter(in: disk.folder)
        try await writer.write { try $0.execute("INSERT INTO t (x) VALUES (1)") }
        let error = await #expect(throws: SQLiteError.self) {
            try await writer.write { try $0.execute("INSERT INTO t (x, y) VALUES (2, randomblob(2000000))") }
        }
        #expect(error?.isFull == true)
        try await writer.write { try $0.execute("INSERT INTO t (x) VALUES (3)") }
        try await writer.close()
        let connection = try Connection(disk.folder.path.appending("x.db"), mode: .read)
        #expect(try connection.rows("SELECT x FROM t ORDER BY x") { try $0.integer(0) } == [1, 3])
        #expect(try connection.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
    }
}
