import CompassTesting
import Glibc
import Platform
import SQL
import SQLite
import Testing

/// What a durable write has reported is in the files, whatever its size, whoever else uses them and however others end.
///
/// A copy of the files is what a process finds that comes after `kill -9` of all others.
@Suite(.timeLimit(.minutes(4))) struct ReportedCommitTests {
    private let folder: TestFolder
    private let copies: TestFolder

    init() throws {
        folder = try TestFolder()
        copies = try TestFolder()
    }

    private typealias Rows = [Int64: [UInt8]]

    /// - Parameter cache: pages in memory; a transaction that needs more writes to the log before it commits, and SQLite
    ///   then computes checksums of the log anew at the commit.
    private func makeWriter(in folder: TestFolder, cache: Int) throws -> Writer {
        let connection = try Connection(folder.path.appending("x.db"))
        try connection.script(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA cache_size = \(cache);
            CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY, y BLOB NOT NULL, z INTEGER NOT NULL) STRICT;
            CREATE INDEX IF NOT EXISTS i ON t (z, y);
            CREATE TABLE IF NOT EXISTS others (process INTEGER, number INTEGER, y BLOB) STRICT;
            """)
        return try Writer(connection)
    }

    /// Rows that are written several times each, so that pages change again after they went to the log.
    private func changes(to rows: Rows, cache: Int, random: inout SeededRandom) -> [(row: Int64, bytes: [UInt8])] {
        let isLarge = Int.random(in: 0..<3, using: &random) == 0
        let count = isLarge ? Int64(cache * 2 + 20) : 5
        return (0..<Int(count) * 2).map { _ in
            let size = [10, 300, 2_000].randomElement(using: &random) ?? 0
            return (
                .random(in: 0..<count, using: &random),
                [UInt8](repeating: .random(in: 0...255, using: &random), count: size)
            )
        }
    }

    private static func apply(_ changes: [(row: Int64, bytes: [UInt8])], to connection: Connection) throws {
        for change in changes {
            try connection.execute(
                "INSERT OR REPLACE INTO t VALUES (?, ?, ?)", [change.row, change.bytes, change.row % 7])
        }
    }

    /// Opens a copy of the files as they are now.
    private func copy(of folder: TestFolder) throws -> Connection {
        // Whoever reads keeps others from beginning the log anew meanwhile; what they append is a part that is cut off.
        let reader = try Connection(folder.path.appending("x.db"), mode: .read)
        return try reader.transaction(.deferred) {
            _ = try reader.first("SELECT count(*) FROM others") { try $0.integer(0) }
            for suffix in ["", "-wal"] {
                let name = Path("x.db\(suffix)")
                try Files.replace(
                    copies.path.appending(name),
                    with: try Files.read(folder.path.appending(name), limit: 1 << 28))
            }
            _ = copies.path.appending("x.db-shm").withCString { unlink($0) }
            let copy = try Connection(copies.path.appending("x.db"))
            #expect(try copy.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
            return copy
        }
    }

    private func rows(_ connection: Connection) throws -> Rows {
        let rows = try connection.rows("SELECT x, y FROM t") { (try $0.integer(0), try $0.bytes(1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    @Test(
        "after each durable write a copy of the files has all that was reported, with checkpoints of others in between",
        arguments: [5, 50, 1_000], (Nightly.isOn ? [1, 2, 3] : [Nightly.seed]) as [UInt64])
    func copied(cache: Int, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let writer = try makeWriter(in: folder, cache: cache)
        let other = try Connection(folder.path.appending("x.db"))
        var known: Rows = [:]
        for step in 0..<(cache > 100 ? 6 : Nightly.isOn ? 20 : 10) {
            let changes = changes(to: known, cache: cache, random: &random)
            let isDurable = Int.random(in: 0..<4, using: &random) > 0
            try await writer.write(durable: isDurable) { try Self.apply(changes, to: $0) }
            for change in changes { known[change.row] = change.bytes }
            if isDurable { try #require(try rows(copy(of: folder)) == known, "after write \(step)") }
            if let mode = ["PASSIVE", "RESTART", "TRUNCATE", nil, nil].randomElement(using: &random) ?? nil {
                try other.script("PRAGMA wal_checkpoint(\(mode))")
                try #require(try rows(copy(of: folder)) == known, "after write \(step) and a checkpoint, \(mode)")
            }
        }
    }

    @Test(
        "beside processes that commit, copy the log into the database and are killed, nothing that was reported is lost",
        arguments: (Nightly.isOn ? [5, 50, 1_000] : [5]) as [Int])
    func killedOthers(cache: Int) async throws {
        var random = SeededRandom(seed: UInt64(cache))
        let writer = try makeWriter(in: folder, cache: cache)
        var others: [ChildProcess] = []
        defer {
            for other in others {
                other.signal(SIGKILL)
                _ = try? other.wait()
            }
        }
        var known: Rows = [:]
        let deaths = Nightly.isOn ? 8 : 6
        var (dead, number) = (0, 0)
        for step in 0..<(3 * deaths) {
            while others.count < 2 {
                others.append(try Self.otherProcess(number, in: folder, cache: cache))
                number += 1
            }
            let changes = changes(to: known, cache: cache, random: &random)
            try await writer.write { try Self.apply(changes, to: $0) }
            for change in changes { known[change.row] = change.bytes }
            let reported = try (0..<number).map { try Self.reported(by: $0, in: folder) }
            let copy = try copy(of: folder)
            try #require(try rows(copy) == known, "after write \(step)")
            for (process, count) in reported.enumerated() {
                let found = try copy.first("SELECT max(number) FROM others WHERE process = ?", [process]) {
                    try $0.integerOrNil(0)
                }
                #expect((found ?? nil) ?? 0 >= count, "of process \(process) after write \(step)")
            }
            if step % 3 == 2, let victim = others.first {
                victim.signal(SIGKILL)
                #expect(try victim.wait().status == 128 + SIGKILL)
                others.removeFirst()
                dead += 1
            }
        }
        #expect(dead == deaths)
        #expect(try (0..<number).map { try Self.reported(by: $0, in: folder) }.contains { $0 > 0 })
    }

    /// Commits without end with SQLite's own Python module, and appends the number of each commit to a file after it.
    private static func otherProcess(_ number: Int, in folder: TestFolder, cache: Int) throws -> ChildProcess {
        let program = """
            import os, random, sqlite3, sys
            number, cache = int(sys.argv[1]), int(sys.argv[2])
            random.seed(number)
            report = os.open(f"reported-{number}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            database = sqlite3.connect("x.db", isolation_level=None, timeout=60)
            database.execute("PRAGMA synchronous = FULL")
            database.execute(f"PRAGMA cache_size = {cache}")
            commit = 0
            while True:
                commit += 1
                database.execute("BEGIN IMMEDIATE")
                for row in range(random.choice([1, 3, 3 * cache])):
                    if row % cache == 0:
                        database.execute("DELETE FROM others WHERE process = ? AND number < ?", (number, commit - 1))
                    database.execute("INSERT INTO others VALUES (?, ?, randomblob(2000))", (number, commit))
                database.execute("COMMIT")
                os.write(report, b"%d\\n" % commit)
                # Which also leaves the others a turn: SQLite has no queue of writers.
                os.fdatasync(report)
                if commit % 5 == 0:
                    database.execute(f"PRAGMA wal_checkpoint({random.choice(['PASSIVE', 'RESTART'])})").fetchall()
            """
        return try ChildProcess(
            "/usr/bin/python3", ["-c", Path(program), Path("\(number)"), Path("\(cache)")],
            environment: ["PATH=/usr/bin:/bin"], folder: folder.path, output: .null, errors: .null)
    }

    /// The last commit that a process has reported; 0: none.
    private static func reported(by number: Int, in folder: TestFolder) throws -> Int64 {
        let file = folder.path.appending(Path("reported-\(number)"))
        guard Files.exists(file) else { return 0 }
        let text = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
        // A line that is being written has no end yet.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.flatMap { Int64($0) } ?? 0
    }

    @Test(
        "where the disk becomes full in the midst of a page, what was reported stays and what failed leaves nothing",
        .enabled(if: MountedDisk.isPossible), arguments: (Nightly.isOn ? [5, 50, 1_000] : [5]) as [Int])
    func fullDisk(cache: Int) async throws {
        let disk = try MountedDisk(size: max(3 << 20, cache << 13))
        var random = SeededRandom(seed: UInt64(cache))
        let writer = try makeWriter(in: disk.folder, cache: cache)
        var known: Rows = [:]
        var failures = 0
        for step in 0..<40 {
            let changes = changes(to: known, cache: cache * 4, random: &random)
            do {
                try await writer.write { try Self.apply(changes, to: $0) }
                for change in changes { known[change.row] = change.bytes }
            } catch let error as SQLiteError {
                #expect(error.isFull, "\(error)")
                failures += 1
            }
            try #require(try rows(copy(of: disk.folder)) == known, "after write \(step)")
        }
        #expect(failures > 0)
    }
}
