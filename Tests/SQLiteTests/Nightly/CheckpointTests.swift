import CompassTesting
import Glibc
import Platform
import SQL
import SQLite
import Testing

/// The write-ahead log is copied into the database by the commits that make it long.
@Suite(.timeLimit(.minutes(4))) struct CheckpointTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var path: Path { folder.path.appending("x.db") }
    private var log: Path { folder.path.appending("x.db-wal") }

    private func makeWriter() throws -> Writer {
        let connection = try Connection(path)
        try connection.script(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY, y BLOB) STRICT;
            """)
        return try Writer(connection)
    }

    /// How often the log has started anew, https://sqlite.org/walformat.html#walhdr.
    private func restarts() throws -> UInt32 {
        let head = try FileDescriptor.open(log, flags: O_RDONLY).readSome(limit: 16)
        return head.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// 64 pages; as one row, which is replaced, so that the database stays small.
    private func fill(_ writer: Writer, row: Int) async throws {
        try await writer.write(durable: false) {
            try $0.execute("INSERT OR REPLACE INTO t VALUES (?, zeroblob(256000))", [row])
        }
    }

    @Test("a long log starts anew by itself, and all that was written is there", arguments: [1, 2])
    func restart(writers count: Int) async throws {
        let writers = try (0..<count).map { _ in try makeWriter() }
        try await fill(writers[0], row: 0)
        let first = try restarts()
        var writes = 0
        // Far more than any log should ever hold.
        while try restarts() == first, writes < 2_000 {
            writes += 1
            try await fill(writers[writes % count], row: writes % 50)
        }
        #expect(try restarts() > first, "after \(writes) writes")
        for writer in writers { try await writer.close() }
        let connection = try Connection(path, mode: .read)
        #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == Int64(min(writes, 50)))
        #expect(try connection.first("PRAGMA quick_check") { try $0.text(0) } == "ok")
    }

    @Test("closing the last writer leaves no log, whatever the checkpoint was at")
    func close() async throws {
        let writer = try makeWriter()
        for number in 0..<100 { try await fill(writer, row: number) }
        try await writer.close()
        #expect(!Files.exists(log))
        let connection = try Connection(path, mode: .read)
        #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == 100)
    }
}
