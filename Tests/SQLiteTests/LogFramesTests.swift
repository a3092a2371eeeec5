import CompassTesting
import Glibc
import Platform
import SQL
import SQLite
import Testing

/// What is written into the write-ahead log is gathered, see CSQLiteLog.c.
@Suite(.timeLimit(.minutes(5))) struct LogFramesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var path: Path { folder.path.appending("x.db") }

    /// - Parameter cache: pages in memory; with few of them a transaction writes before it commits, and reads that again.
    private func open(synchronous: String = "NORMAL", cache: Int = 2_000) throws -> Connection {
        let connection = try Connection(path)
        try connection.script(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(synchronous);
            PRAGMA cache_size = \(cache);
            PRAGMA wal_autocheckpoint = 50;
            CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY, y BLOB NOT NULL) STRICT;
            """)
        return connection
    }

    /// Of this thread, https://man7.org/linux/man-pages/man5/proc_pid_io.5.html
    private func systemCallsThatWrite() throws -> Int {
        let text = String(decoding: try Files.read("/proc/thread-self/io", limit: 4_096), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("syscw:") })
        return try #require(Int(line.dropFirst("syscw: ".count)))
    }

    @Test("thirty pages of a transaction are one write")
    func gathered() throws {
        let connection = try open()
        try connection.script("PRAGMA wal_autocheckpoint = 0")
        let before = try systemCallsThatWrite()
        try connection.transaction(.immediate) {
            for number in 0..<40 { try connection.execute("INSERT INTO t VALUES (?, randomblob(3000))", [number]) }
        }
        // More than 60 without it.
        #expect(try systemCallsThatWrite() - before <= 3)
        let other = try Connection(path, mode: .read)
        #expect(try other.first("SELECT count(*) FROM t") { try $0.integer(0) } == 40)
    }

    @Test(
        "what transactions write, undo and give up is what they and others read, and what is there afterwards",
        arguments: [1, 2, 3, 4, 5, 6], ["NORMAL", "FULL"])
    func property(seed: UInt64, synchronous: String) throws {
        struct GivenUp: Error {}
        var random = SeededRandom(seed: seed)
        let connection = try open(synchronous: synchronous, cache: seed.isMultiple(of: 2) ? 5 : 200)
        let other = try Connection(path, mode: .read)
        var known: [Int64: [UInt8]] = [:]
        func rows(_ connection: Connection) throws -> [Int64: [UInt8]] {
            let rows = try connection.rows("SELECT x, y FROM t") { (try $0.integer(0), try $0.bytes(1)) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
        /// - Returns: what is there then.
        func change(_ before: [Int64: [UInt8]]) throws -> [Int64: [UInt8]] {
            var rows = before
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let row = Int64.random(in: 0..<60, using: &random)
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try connection.execute("DELETE FROM t WHERE x = ?", [row])
                    rows[row] = nil
                } else {
                    let size = [10, 900, 5_000, 90_000].randomElement(using: &random) ?? 0
                    let bytes = [UInt8](repeating: .random(in: 0...255, using: &random), count: size)
                    try connection.execute("INSERT OR REPLACE INTO t VALUES (?, ?)", [row, bytes])
                    rows[row] = bytes
                }
            }
            return rows
        }
        for _ in 0..<25 {
            do {
                let after = try connection.transaction(.immediate) {
                    var after = try change(known)
                    do {
                        let inner = after
                        try connection.savepoint {
                            let changed = try change(inner)
                            if Bool.random(using: &random) { throw GivenUp() }
                            after = changed
                        }
                    } catch is GivenUp {}
                    #expect(try rows(connection) == after)
                    // Others see nothing of it yet.
                    #expect(try rows(other) == known)
                    if Int.random(in: 0..<4, using: &random) == 0 { throw GivenUp() }
                    return after
                }
                known = after
            } catch is GivenUp {}
            #expect(try rows(connection) == known)
            #expect(try rows(other) == known)
        }
        #expect(try connection.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
    }

    @Test("what was committed is in the file although the process ends without closing it")
    func copied() throws {
        let connection = try open()
        for number in 0..<30 {
            try connection.execute("INSERT INTO t VALUES (?, randomblob(9000))", [number])
            // As whoever comes after the end of the process finds it.
            let copy = folder.path.appending(Path("copy-\(number).db"))
            for suffix in ["", "-wal"] {
                let bytes = try Files.read(Path(path.text + suffix), limit: 64 << 20)
                try Files.replace(Path(copy.text + suffix), with: bytes)
            }
            let found = try Connection(copy)
            #expect(try found.first("SELECT count(*) FROM t") { try $0.integer(0) } == Int64(number + 1))
        }
    }

    @Test(
        "a transaction that has no room fails whole, and the next one that has goes on",
        .enabled(if: MountedDisk.isPossible))
    func full() throws {
        let disk = try MountedDisk(size: 2 << 20)
        let connection = try Connection(disk.folder.path.appending("x.db"))
        try connection.script(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            CREATE TABLE t (x INTEGER PRIMARY KEY, y BLOB NOT NULL) STRICT;
            INSERT INTO t VALUES (1, randomblob(1000));
            """)
        for size in [3_000_000, 2_500_000] {
            let error = #expect(throws: SQLiteError.self) {
                try connection.execute("INSERT INTO t VALUES (2, randomblob(?))", [size])
            }
            #expect(error?.code == .full)
        }
        #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == 1)
        try connection.execute("INSERT INTO t VALUES (3, randomblob(100000))")
        #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == 2)
        #expect(try connection.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
    }
}
