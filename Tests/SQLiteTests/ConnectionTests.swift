import CompassTesting
import Glibc
import Platform
import SQL
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    @Test("every kind of value comes back as it was bound")
    func roundTrip() throws {
        let connection = try Connection.inMemory()
        let values: [SQLValue] = [
            .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
            .text("a\u{0}b é 🎥"), .blob([]), .blob([0, 255, 0]),
        ]
        for value in values {
            let back = try connection.first("SELECT ?", [value]) { try $0.value(0) }
            #expect(back == value)
        }
        #expect(
            try connection.first("SELECT ?, ?", [nil as String?, true]) { ($0.isNull(0), try $0.boolean(1)) }?.1 == true
        )
    }

    @Test("composed and decomposed text are different values")
    func normalization() throws {
        let connection = try Connection.inMemory()
        let equal = try connection.first("SELECT ? = ?", ["\u{E9}", "e\u{301}"]) { try $0.boolean(0) }
        #expect(equal == false)
    }

    @Test("a column of another type, NULL included, is an error that names it")
    func mismatch() throws {
        let connection = try Connection.inMemory()
        let error = #expect(throws: SQLiteError.self) {
            try connection.first("SELECT NULL AS size", []) { try $0.integer(0) }
        }
        #expect(
            error?.description
                == "cannot read column 0 (size): INTEGER expected, NULL found (SQLITE_MISMATCH) in: SELECT NULL AS size"
        )
        let range = #expect(throws: SQLiteError.self) { try connection.first("SELECT 1") { try $0.text(7) } }
        #expect(range?.code == .range)
    }

    @Test("a wrong number of values is an error")
    func parameterCount() throws {
        let connection = try Connection.inMemory()
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT ?, ?", [1]) }
        #expect(error?.message == "2 values expected, 1 given")
    }

    @Test("a text with two statements, or none, is refused by execute and taken by script")
    func severalStatements() throws {
        let connection = try Connection.inMemory()
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { try connection.execute("") }
        #expect(throws: SQLiteError.self) { try connection.execute("-- nothing") }
        try connection.execute("SELECT 1;  \n")
        try connection.script("CREATE TABLE a (x); CREATE TABLE b (x);")
        #expect(try connection.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) } == 2)
    }

    @Test("execute returns the rows changed, and 0 for what changes none")
    func changes() throws {
        let connection = try Connection.inMemory()
        #expect(try connection.execute("CREATE TABLE t (x)") == 0)
        #expect(try connection.execute("INSERT INTO t VALUES (1), (2), (3)") == 3)
        #expect(try connection.execute("SELECT x FROM t") == 0)
        #expect(try connection.execute("DELETE FROM t WHERE x > ?", [1]) == 2)
        #expect(try connection.execute("DELETE FROM t WHERE x > ?", [1]) == 0)
        #expect(connection.totalChanges == 5)
    }

    @Test("an interrupt from another thread ends a statement that would never end, and stays until cleared")
    func interrupt() async throws {
        let connection = try Connection.inMemory()
        let interrupter = connection.interrupter
        var thread = pthread_t()
        let pointer = Unmanaged.passRetained(interrupter).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Interrupter>.fromOpaque(context).takeRetainedValue().interrupt() }
                return nil
            }, pointer)
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let error = #expect(throws: SQLiteError.self) { try connection.execute(endless) }
        pthread_join(thread, nil)
        #expect(error?.isInterrupted == true)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
        interrupter.clear()
        try connection.execute("SELECT 1")
    }

    @Test("a body that throws leaves no transaction and no change")
    func rollback() throws {
        struct Refused: Error {}
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t (x)")
        #expect(throws: Refused.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Refused()
            }
        }
        #expect(connection.isAutocommit)
        #expect(try connection.first("SELECT count(*) FROM t") { try $0.integer(0) } == 0)
    }

    @Test("a savepoint that throws takes back only its own part")
    func savepoints() throws {
        struct Refused: Error {}
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t (x)")
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (1)")
            try? connection.savepoint {
                try connection.execute("INSERT INTO t VALUES (2)")
                try connection.savepoint { try connection.execute("INSERT INTO t VALUES (3)") }
                throw Refused()
            }
            try connection.savepoint { try connection.execute("INSERT INTO t VALUES (4)") }
        }
        #expect(try connection.rows("SELECT x FROM t ORDER BY x") { try $0.integer(0) } == [1, 4])
    }

    @Test("a transaction within a transaction, and one ended by its body, are refused")
    func misuse() throws {
        let connection = try Connection.inMemory()
        #expect(throws: SQLiteError.self) { try connection.transaction { try connection.transaction {} } }
        #expect(connection.isAutocommit)
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction { try connection.execute("COMMIT") }
        }
        #expect(error?.description == "cannot commit: the body has ended the transaction itself (SQLITE_MISUSE)")
    }
}
