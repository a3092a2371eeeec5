internal import CSQLite
public import SQL

/// A prepared statement of one connection, with the connection's threading rule: one thread at a time.
///
/// `Connection` hands statements out from its cache by `withStatement`; they are reset when that returns.
public final class Statement {
    let handle: OpaquePointer
    /// The text that it was prepared from.
    public let sql: String
    private unowned let connection: Connection
    /// Whether someone between `withStatement`'s begin and end uses it; a second user of the same text gets its own.
    var isInUse = false
    /// When it was last used, in the cache's counting.
    var lastUse: UInt64 = 0

    init(handle: OpaquePointer, sql: String, connection: Connection) {
        self.handle = handle
        self.sql = sql
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Number of `?` to bind.
    public var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// Whether running it cannot change the database.
    public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// Binds all parameters, first to last.
    ///
    /// - Throws: `SQLiteError`, with `range` when their number is not `parameterCount`.
    public func bind(_ parameters: [any Bindable]) throws(SQLiteError) {
        guard parameters.count == parameterCount else {
            throw SQLiteError(
                .range, operation: "bind", message: "\(parameterCount) values expected, \(parameters.count) given",
                sql: sql)
        }
        for (offset, parameter) in parameters.enumerated() {
            try bind(parameter.sqlValue, at: Int32(offset + 1))
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let value): sqlite3_bind_int64(handle, index, value)
            case .real(let value): sqlite3_bind_double(handle, index, value)
            case .text(let value): bindText(value, at: index)
            case .blob(let bytes): bindBlob(bytes, at: index)
            }
        guard code == SQLITE_OK else { throw error(code, "bind") }
    }

    private func bindText(_ value: String, at index: Int32) -> Int32 {
        var value = value
        return value.withUTF8 { buffer in
            guard buffer.count <= Int32.max else { return SQLITE_TOOBIG }
            // A null address would bind NULL, and an empty buffer may have one.
            guard let address = buffer.baseAddress else { return compass_sqlite3_bind_text(handle, index, "", 0) }
            return address.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                compass_sqlite3_bind_text(handle, index, $0, Int32(buffer.count))
            }
        }
    }

    private func bindBlob(_ bytes: [UInt8], at index: Int32) -> Int32 {
        if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
        guard bytes.count <= Int32.max else { return SQLITE_TOOBIG }
        return bytes.withUnsafeBytes { compass_sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count)) }
    }

    /// Advances to the next row.
    ///
    /// - Returns: false when there is none; the statement has then done all its work.
    /// - Throws: `SQLiteError`
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(code, "run a statement")
        }
    }

    /// Ends the execution and forgets the bound values, so that neither locks nor personal data outlive the use.
    func reset() {
        // The code is that of the step that failed, which has thrown it already.
        sqlite3_reset(handle)
        connection.steps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
        sqlite3_clear_bindings(handle)
    }

    private func error(_ code: Int32, _ operation: String) -> SQLiteError {
        SQLiteError(connection.handle, code: code, operation: operation, sql: sql)
    }
}

/// The row that `step` has advanced to.
extension Statement: RowSource {
    /// What the statement has stepped to; it holds until the next step.
    public var row: Row { Row(self) }

    /// How many columns a row has; 0 of a statement that gives none, sqlite3_column_count().
    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// What a column is called, counted from 0; empty when there is no such column or no memory.
    public func columnName(_ column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// Whether a column of the row, counted from 0, holds NULL, sqlite3_column_type().
    public func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is no INTEGER.
    public func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, column)
        return sqlite3_column_int64(handle, Int32(column))
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither REAL nor INTEGER.
    public func real(_ column: Int) throws(SQLiteError) -> Double {
        if sqlite3_column_type(handle, Int32(column)) != SQLITE_INTEGER { try expect(SQLITE_FLOAT, column) }
        return sqlite3_column_double(handle, Int32(column))
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is no TEXT.
    public func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, column)
        let bytes = sqlite3_column_text(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is no BLOB.
    public func bytes(_ column: Int) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, column)
        let bytes = sqlite3_column_blob(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    /// - Throws: `SQLiteError`
    public func value(_ column: Int) throws(SQLiteError) -> SQLValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(try integer(column))
        case SQLITE_FLOAT: .real(try real(column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try bytes(column))
        default: .null
        }
    }

    private func expect(_ type: Int32, _ column: Int) throws(SQLiteError) {
        let found = sqlite3_column_type(handle, Int32(column))
        guard found == type, column >= 0, column < columnCount else {
            guard column >= 0, column < columnCount else {
                throw SQLiteError(
                    .range, operation: "read column \(column)", message: "the row has \(columnCount) columns", sql: sql)
            }
            throw SQLiteError(
                .mismatch, operation: "read column \(column) (\(columnName(column)))",
                message: "\(Self.name(ofType: type)) expected, \(Self.name(ofType: found)) found", sql: sql)
        }
    }

    private static func name(ofType type: Int32) -> String {
        switch type {
        case SQLITE_INTEGER: "INTEGER"
        case SQLITE_FLOAT: "REAL"
        case SQLITE_TEXT: "TEXT"
        case SQLITE_BLOB: "BLOB"
        default: "NULL"
        }
    }
}
