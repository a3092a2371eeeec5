internal import CSQLite
public import SQL

/// The row that `step` has advanced to.
extension Statement: RowSource {
    public var row: Row { Row(self) }

    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    public func columnName(_ column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

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
