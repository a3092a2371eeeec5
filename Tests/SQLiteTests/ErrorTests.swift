import CompassTesting
import Glibc
import Platform
import SQL
import Testing

@testable import SQLite

@Suite struct ErrorTests {
    @Test("a constraint says which, with its extended code and without the values")
    func constraints() throws {
        let connection = try Connection.inMemory()
        try connection.script(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE child (
                id TEXT NOT NULL UNIQUE, parent INTEGER REFERENCES parent (id), n INTEGER CHECK (n > 0)) STRICT;
            INSERT INTO child (id) VALUES ('secret');
            """)
        let cases: [(String, [any Bindable], ResultCode, String)] = [
            ("INSERT INTO child (id) VALUES (?)", ["secret"], .constraintUnique, "UNIQUE constraint failed: child.id"),
            (
                "INSERT INTO child (id) VALUES (?)", [nil as String?], .constraintNotNull,
                "NOT NULL constraint failed: child.id"
            ),
            ("INSERT INTO child (id, n) VALUES (?, ?)", ["b", -1], .constraintCheck, "CHECK constraint failed: n > 0"),
            (
                "INSERT INTO child (id, parent) VALUES (?, ?)", ["c", 9], .constraintForeignKey,
                "FOREIGN KEY constraint failed"
            ),
        ]
        for (sql, values, code, message) in cases {
            let error = #expect(throws: SQLiteError.self) { try connection.execute(sql, values) }
            #expect(error?.code == code)
            #expect(error?.message == message)
            #expect(error?.isConstraint == true)
            #expect(error?.sql == sql)
            #expect(error?.description.contains("secret") == false)
        }
    }

    @Test(
        "codes have their names, and unknown ones survive",
        arguments: [
            (0, "SQLITE_OK"), (5, "SQLITE_BUSY"), (517, "SQLITE_BUSY_SNAPSHOT"), (2067, "SQLITE_CONSTRAINT_UNIQUE"),
            (1555, "SQLITE_CONSTRAINT_PRIMARYKEY"), (787, "SQLITE_CONSTRAINT_FOREIGNKEY"), (778, "SQLITE_IOERR_WRITE"),
            (1032, "SQLITE_READONLY_DBMOVED"), (14, "SQLITE_CANTOPEN"), (526, "SQLITE_CANTOPEN_ISDIR"),
            (26, "SQLITE_NOTADB"),
            (5642, "SQLITE_IOERR_SEEK"), (65_290, "SQLITE_IOERR 65290"), (99, "SQLite error 99"),
        ] as [(Int32, String)])
    func names(code: Int32, name: String) {
        #expect(ResultCode(rawValue: code).description == name)
        #expect(ResultCode(rawValue: code).rawValue == code)
    }

    @Test("a missing file, a folder and a missing folder cannot be opened, and the cause is named")
    func cannotOpen() throws {
        let folder = try TestFolder()
        for (path, mode) in [
            (folder.path.appending("none.db"), OpenMode.read), (folder.path, .create),
            (folder.path.appending("no/such.db"), .create),
        ] {
            let error = #expect(throws: SQLiteError.self) { _ = try Connection(path, mode: mode) }
            #expect(error?.isCannotOpen == true)
            #expect(error?.operation == "open the database")
        }
        let missing = #expect(throws: SQLiteError.self) {
            _ = try Connection(folder.path.appending("none.db"), mode: .read)
        }
        #expect(
            missing?.description
                == "cannot open the database: unable to open database file (SQLITE_CANTOPEN): No such file or directory (ENOENT)"
        )
    }

    @Test("a file that is something else is no database")
    func notADatabase() throws {
        let folder = try TestFolder()
        let path = folder.path.appending("x.db")
        try Files.replace(path, with: Array(String(repeating: "Not a database. ", count: 100).utf8))
        let connection = try Connection(path)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM sqlite_schema") }
        #expect(error?.isNotADatabase == true)
    }

    @Test("a damaged page is corruption")
    func corrupt() throws {
        let folder = try TestFolder()
        let path = folder.path.appending("x.db")
        do {
            let connection = try Connection(path)
            try connection.script(
                """
                CREATE TABLE t (x TEXT);
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO t SELECT printf('%0100d', i) FROM n;
                """)
        }
        var bytes = try Files.read(path, limit: 10_000_000)
        for index in 4_096..<(bytes.count - 4_096) { bytes[index] = 0xA5 }
        try Files.replace(path, with: bytes)
        let connection = try Connection(path)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT sum(length(x)) FROM t") }
        #expect(error?.isCorrupt == true)
    }

    @Test("a lock that another connection keeps for longer than the time-out is reported as busy")
    func busy() throws {
        let folder = try TestFolder()
        let first = try Connection(folder.path.appending("x.db"))
        try first.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        let second = try Connection(folder.path.appending("x.db"), busyTimeout: .milliseconds(30))
        try first.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) { try second.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.isBusy == true)
        try first.execute("COMMIT")
        try second.execute("INSERT INTO t VALUES (1)")
    }

    @Test("writing by a connection that only reads is refused")
    func readOnly() throws {
        let folder = try TestFolder()
        try Connection(folder.path.appending("x.db")).execute("CREATE TABLE t (x)")
        let connection = try Connection(folder.path.appending("x.db"), mode: .read)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.isReadOnly == true)
    }

    @Test("a syntax error quotes SQLite and the text on one line")
    func syntax() throws {
        let connection = try Connection.inMemory()
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELEC\n  1") }
        #expect(
            error?.description == "cannot prepare a statement: near \"SELEC\": syntax error (SQLITE_ERROR) in: SELEC 1")
    }
}
