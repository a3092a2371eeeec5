import CompassTesting
import Platform
import SQL
import Synchronization
import Testing

@testable import SQLite

/// What shares a transaction and what follows from a failure in it.
@Suite(.timeLimit(.minutes(2))) struct WriterThreadTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func makeThread(_ more: String = "") throws -> WriterThread {
        let connection = try Connection(folder.path.appending("x.db"), busyTimeout: .milliseconds(20))
        try connection.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x INTEGER UNIQUE, y BLOB) STRICT; \(more)")
        return WriterThread(connection: connection)
    }

    private func numbers() throws -> [Int64] {
        let connection = try Connection(folder.path.appending("x.db"), mode: .read)
        return try connection.rows("SELECT x FROM t ORDER BY rowid") { try $0.integer(0) }
    }

    @Test("a hundred writes are one transaction and one sync")
    func oneCommit() throws {
        let thread = try makeThread()
        let jobs = (0..<100).map { TestJob($0) }
        thread.run(jobs)
        #expect(
            thread.counts.values.withLock { $0 } == Writer.Counts(writes: 100, commits: 1, syncedCommits: 1, pages: 2))
        #expect(jobs.allSatisfy { $0.outcomes == ["ok"] && $0.attempts == 1 })
        #expect(try numbers() == (0..<100).map(Int64.init))
    }

    @Test("the pages that are counted are those that the log grows by, without what was written before and by others")
    func pages() throws {
        let thread = try makeThread()
        // A header of 32 bytes, and 24 before each page: https://sqlite.org/fileformat2.html#the_write_ahead_log
        func frames() throws -> Int {
            let size = try FileStatus.of(folder.path.appending("x.db-wal")).size
            return Int(size - 32) / (24 + 4_096)
        }
        let before = try frames()
        for number in 0..<20 {
            thread.run([TestJob(number), TestJob { try $0.execute("INSERT INTO t (y) VALUES (zeroblob(10000))") }])
        }
        let written = thread.counts.values.withLock { $0.pages }
        #expect(try frames() == before + written)
        try Connection(folder.path.appending("x.db")).execute("INSERT INTO t (x) VALUES (77)")
        #expect(try frames() > before + written)
        #expect(thread.counts.values.withLock { $0.pages } == written)
    }

    @Test("a write that throws, or breaks a constraint, is rolled back alone")
    func isolation() throws {
        let thread = try makeThread()
        let refused = TestJob { connection in
            try connection.execute("INSERT INTO t (x) VALUES (50)")
            throw TestJob.Refused()
        }
        let jobs = [TestJob(1), refused, TestJob(1), TestJob(2)]
        thread.run(jobs)
        #expect(jobs.map(\.outcomes) == [["ok"], ["Refused()"], ["SQLITE_CONSTRAINT_UNIQUE"], ["ok"]])
        #expect(try numbers() == [1, 2])
        #expect(thread.counts.values.withLock { $0.commits } == 1)
    }

    @Test("one write that is too big for the disk fails alone, whichever way SQLite rolls back")
    func full() throws {
        let thread = try makeThread("PRAGMA max_page_count = 40;")
        let big = TestJob { try $0.execute("INSERT INTO t (x, y) VALUES (99, zeroblob(1000000))") }
        let jobs = [TestJob(1), big, TestJob(2)]
        thread.run(jobs)
        #expect(jobs.map(\.outcomes) == [["ok"], ["SQLITE_FULL"], ["ok"]])
        #expect(try numbers() == [1, 2])
    }

    @Test("a trigger that rolls the whole transaction back makes every write run again alone")
    func rolledBackWhole() throws {
        let thread = try makeThread(
            "CREATE TRIGGER no13 BEFORE INSERT ON t WHEN new.x = 13 BEGIN SELECT RAISE(ROLLBACK, 'no 13'); END;")
        let jobs = [TestJob(1), TestJob(2), TestJob(13), TestJob(3)]
        thread.run(jobs)
        #expect(jobs.map(\.outcomes) == [["ok"], ["ok"], ["SQLITE_CONSTRAINT_TRIGGER"], ["ok"]])
        #expect(jobs.map(\.attempts) == [3, 3, 3, 1])
        #expect(try numbers() == [1, 2, 3])
        #expect(
            thread.counts.values.withLock { $0 } == Writer.Counts(writes: 3, commits: 3, syncedCommits: 3, pages: 6))
    }

    @Test("a commit that fails makes every write run again alone, and only the guilty one fails")
    func commitFails() throws {
        let thread = try makeThread(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE child (t INTEGER REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED) STRICT;
            """)
        let orphan = TestJob { try $0.execute("INSERT INTO child VALUES (77)") }
        let jobs = [TestJob(1), orphan, TestJob(2)]
        thread.run(jobs)
        #expect(jobs.map(\.outcomes) == [["ok"], ["SQLITE_CONSTRAINT_FOREIGNKEY"], ["ok"]])
        #expect(try numbers() == [1, 2])
    }

    /// Adds up what the writes of a transaction give it, and writes the sum.
    private final class Sum: DeferredWork {
        static let limit = 1_000
        var sum = 0

        func perform(on connection: any SQLConnection) throws {
            if sum > Self.limit { throw TestFailure() }
            try connection.execute("INSERT INTO t (x) VALUES (?)", [-sum])
        }
    }

    private struct TestFailure: Error {}

    private func adding(_ number: Int, then fails: Bool = false) -> TestJob {
        TestJob { connection in
            try #require(connection.deferred { Sum() }).sum += number
            try connection.execute("INSERT INTO t (x) VALUES (?)", [number])
            if fails { throw TestFailure() }
        }
    }

    @Test("work that was put off is done once for all that share a transaction, before its commit")
    func deferredWork() throws {
        let thread = try makeThread()
        let jobs = [adding(1), adding(2), adding(4)]
        thread.run(jobs)
        #expect(jobs.allSatisfy { $0.outcomes == ["ok"] })
        #expect(try numbers() == [1, 2, 4, -7])
        thread.run([adding(8)])
        #expect(try numbers() == [1, 2, 4, -7, 8, -8])
    }

    @Test("of a write that is rolled back alone no work is left that it had put off")
    func deferredWorkOfFailures() throws {
        let thread = try makeThread()
        let jobs = [adding(1), adding(2, then: true), adding(4)]
        thread.run(jobs)
        #expect(jobs.map { $0.outcomes == ["ok"] } == [true, false, true])
        #expect(try numbers() == [1, -1, 4, -4])
    }

    @Test("work that was put off and cannot be done fails the write that had put it off, and no other")
    func deferredWorkThatFails() throws {
        let thread = try makeThread()
        let jobs = [adding(1), adding(Sum.limit + 1), adding(4)]
        thread.run(jobs)
        #expect(jobs.map { $0.outcomes == ["ok"] } == [true, false, true])
        #expect(try numbers() == [1, -1, 4, -4])
    }

    @Test("a body that ends the transaction fails, and the others do not")
    func bodyEnds() throws {
        let thread = try makeThread()
        let jobs = [TestJob(1), TestJob { try $0.execute("ROLLBACK") }, TestJob(2)]
        thread.run(jobs)
        #expect(jobs.map(\.outcomes) == [["ok"], ["SQLITE_MISUSE"], ["ok"]])
        #expect(try numbers() == [1, 2])
    }

    @Test("without a synced write the transaction is not synced")
    func unsynced() throws {
        let thread = try makeThread()
        thread.run([TestJob(1, .recorded), TestJob(2, .unsynced)])
        #expect(
            thread.counts.values.withLock { $0 } == Writer.Counts(writes: 2, commits: 1, syncedCommits: 0, pages: 2))
        let mode = TestJob { connection in
            let mode = try connection.first("PRAGMA synchronous") { try $0.integer(0) }
            #expect(mode == 2)
        }
        thread.run([mode])
        thread.run([TestJob(3, .unsynced)])
        let relaxed = TestJob(.unsynced) { connection in
            let mode = try connection.first("PRAGMA synchronous") { try $0.integer(0) }
            #expect(mode == 1)
        }
        thread.run([relaxed])
        thread.run([TestJob(4)])
        #expect(
            thread.counts.values.withLock { $0 } == Writer.Counts(writes: 6, commits: 5, syncedCommits: 2, pages: 6))
        #expect(mode.outcomes == ["ok"] && relaxed.outcomes == ["ok"])
    }

    @Test("a recorded write that fails, fails the next awaited one with its key, once")
    func recordFailure() throws {
        let thread = try makeThread()
        let jobs = [
            TestJob(1), TestJob(1, .recorded, key: "a"), TestJob(2, key: "b"), TestJob(3, key: "a"),
            TestJob(4, key: "a"),
        ]
        thread.run(jobs)
        #expect(
            jobs.map(\.outcomes) == [
                ["ok"], ["SQLITE_CONSTRAINT_UNIQUE"], ["ok"], ["SQLITE_CONSTRAINT_UNIQUE"], ["ok"],
            ])
        #expect(try numbers() == [1, 2, 4])
    }

    @Test("a recorded write's failure is not forgotten when the shared transaction has to be undone")
    func recordFailureInUndoneGroup() throws {
        let thread = try makeThread(
            "CREATE TRIGGER no13 BEFORE INSERT ON t WHEN new.x = 13 BEGIN SELECT RAISE(ROLLBACK, 'no 13'); END;")
        let jobs = [
            TestJob(1), TestJob(1, .recorded, key: "a"), TestJob(2, key: "a"), TestJob(13), TestJob(3, key: "a"),
        ]
        thread.run(jobs)
        #expect(
            jobs.map(\.outcomes)
                == [
                    ["ok"], ["SQLITE_CONSTRAINT_UNIQUE"], ["SQLITE_CONSTRAINT_UNIQUE"], ["SQLITE_CONSTRAINT_TRIGGER"],
                    ["ok"],
                ])
        #expect(try numbers() == [1, 3])
    }

    @Test("while another process holds the lock awaited writes fail, and recorded ones wait in order")
    func locked() throws {
        let thread = try makeThread()
        let other = try Connection(folder.path.appending("x.db"))
        try other.execute("BEGIN IMMEDIATE")
        let recorded = [TestJob(1, .recorded), TestJob(2, .recorded)]
        let awaited = TestJob(3)
        thread.run(recorded + [awaited])
        #expect(awaited.outcomes == ["SQLITE_BUSY"] && awaited.attempts == 0)
        #expect(recorded.allSatisfy { $0.outcomes.isEmpty })
        try other.execute("COMMIT")
        thread.run([TestJob(4)])
        #expect(try numbers() == [1, 2, 4])
        #expect(recorded.allSatisfy { $0.outcomes == ["ok"] })
    }

    @Test("more writes than fit into one transaction are several, in order")
    func manyGroups() throws {
        let thread = try makeThread()
        thread.run((0..<1_300).map { TestJob($0) })
        let counts = thread.counts.values.withLock { $0 }
        #expect(counts.writes == 1_300 && counts.commits == 3 && counts.syncedCommits == 3)
        #expect(try numbers() == (0..<1_300).map(Int64.init))
    }
}
