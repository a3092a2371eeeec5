internal import CSQLite

/// A row of a running statement: a view that cannot outlive the step which made it.
///
/// Columns count from 0. An accessor without `OrNil` throws when the column holds NULL or another type, so that a wrong
/// query is found out instead of read as 0 or "". Nothing but the value itself is allocated.
public struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    /// Number of columns.
    public var count: Int { Int(sqlite3_column_count(statement)) }

    /// The column's name or alias.
    public func name(_ column: Int) -> String {
        sqlite3_column_name(statement, Int32(column)).map { String(cString: $0) } ?? ""
    }

    public func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is no INTEGER.
    public func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, column)
        return sqlite3_column_int64(statement, Int32(column))
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither INTEGER nor NULL.
    public func integerOrNil(_ column: Int) throws(SQLiteError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    /// An INTEGER as truth: everything but 0 is true.
    ///
    /// - Throws: `SQLiteError`, with `mismatch` when it is no INTEGER.
    public func boolean(_ column: Int) throws(SQLiteError) -> Bool {
        try integer(column) != 0
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither REAL nor INTEGER.
    public func real(_ column: Int) throws(SQLiteError) -> Double {
        if sqlite3_column_type(statement, Int32(column)) != SQLITE_INTEGER { try expect(SQLITE_FLOAT, column) }
        return sqlite3_column_double(statement, Int32(column))
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither REAL, INTEGER nor NULL.
    public func realOrNil(_ column: Int) throws(SQLiteError) -> Double? {
        isNull(column) ? nil : try real(column)
    }

    /// Bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: `SQLiteError`, with `mismatch` when it is no TEXT.
    public func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, column)
        let bytes = sqlite3_column_text(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither TEXT nor NULL.
    public func textOrNil(_ column: Int) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is no BLOB.
    public func bytes(_ column: Int) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, column)
        let bytes = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    /// - Throws: `SQLiteError`, with `mismatch` when it is neither BLOB nor NULL.
    public func bytesOrNil(_ column: Int) throws(SQLiteError) -> [UInt8]? {
        isNull(column) ? nil : try bytes(column)
    }

    /// Whatever the column holds.
    public func value(_ column: Int) throws(SQLiteError) -> SQLValue {
        switch sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: .integer(try integer(column))
        case SQLITE_FLOAT: .real(try real(column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try bytes(column))
        default: .null
        }
    }

    private func expect(_ type: Int32, _ column: Int) throws(SQLiteError) {
        let found = sqlite3_column_type(statement, Int32(column))
        guard found == type, column >= 0, column < count else {
            let sql = sqlite3_sql(statement).map { String(cString: $0) }
            guard column >= 0, column < count else {
                throw SQLiteError(
                    .range, operation: "read column \(column)", message: "the row has \(count) columns", sql: sql)
            }
            throw SQLiteError(
                .mismatch, operation: "read column \(column) (\(name(column)))",
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
