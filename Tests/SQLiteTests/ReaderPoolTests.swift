import CompassTesting
import Platform
import SQL
import SQLite
import Testing

@Suite(.timeLimit(.minutes(2))) struct ReaderPoolTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        let connection = try Connection(folder.path.appending("x.db"))
        try connection.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x INTEGER) STRICT; INSERT INTO t VALUES (1)")
    }

    private func makePool(width: Int = 2) -> ReaderPool {
        let path = folder.path.appending("x.db")
        return ReaderPool(width: width) { try Connection(path, mode: .read) }
    }

    @Test("more reads than connections are all served")
    func many() async throws {
        let pool = makePool()
        let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await pool.read { try $0.first("SELECT x + ? FROM t", [number]) { try $0.integer(0) } ?? -1 }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == Int64((0..<200).reduce(0, +) + 200))
    }

    @Test("a read sees one state of the database while another writes")
    func snapshot() async throws {
        let pool = makePool()
        let path = folder.path.appending("x.db")
        let counts = try await pool.read { connection in
            let count = "SELECT count(*) FROM t"
            let before = try connection.first(count) { try $0.integer(0) }
            try Connection(path).execute("INSERT INTO t VALUES (2)")
            return [before, try connection.first(count) { try $0.integer(0) }]
        }
        #expect(counts == [1, 1])
        #expect(try await pool.read { try $0.first("SELECT count(*) FROM t") { try $0.integer(0) } } == 2)
    }

    /// How far a read is when it is cancelled.
    enum Moment: CaseIterable { case asked, begun, reading }

    @Test("cancelling the task interrupts the statement, and the connection serves on", arguments: Moment.allCases)
    func cancellation(moment: Moment) async throws {
        let pool = makePool(width: 1)
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await pool.read { connection in
                if moment == .begun { reach.finish() }
                try connection.forEach(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
                ) {
                    _ in if moment == .reading { reach.finish() }
                }
            }
        }
        if moment == .asked { reach.finish() }
        for await _ in reached {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.read { try $0.first("SELECT x FROM t") { try $0.integer(0) } } == 1)
    }

    @Test("what the body throws is thrown on, and a missing file is said")
    func errors() async throws {
        struct Refused: Error {}
        let pool = makePool()
        await #expect(throws: Refused.self) { try await pool.read { _ in throw Refused() } }
        let path = folder.path.appending("none.db")
        let broken = ReaderPool(width: 1) { try Connection(path, mode: .read) }
        let error = await #expect(throws: SQLiteError.self) { try await broken.read { _ in } }
        #expect(error?.isCannotOpen == true)
    }

    @Test("a closed pool refuses to read")
    func closed() async throws {
        let pool = makePool()
        try await pool.read { _ in }
        pool.close()
        let error = await #expect(throws: SQLiteError.self) { try await pool.read { _ in } }
        #expect(error?.description == "cannot read: the database has been closed (SQLITE_MISUSE)")
    }
}
