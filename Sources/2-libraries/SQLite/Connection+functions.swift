internal import CSQLite
internal import SQL

extension Connection {
    /// Makes a function of one text known to the statements of this connection. Of NULL it is NULL. What stands in the
    /// schema, such as a view or a trigger, cannot use it: a file would be of no use to other programs.
    ///
    /// - Parameter body: gives the same for the same text, always.
    /// - Throws: `SQLiteError`
    public func define(_ name: String, _ body: @escaping (String) -> String) throws(SQLiteError) {
        // SQLite releases it, also when it refuses the function.
        let context = Unmanaged.passRetained(TextFunction(body)).toOpaque()
        let code = sqlite3_create_function_v2(
            handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context,
            { call, _, values in
                guard let function = sqlite3_user_data(call), let bytes = sqlite3_value_text(values?[0]) else {
                    return sqlite3_result_null(call)
                }
                let count = Int(sqlite3_value_bytes(values?[0]))
                let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
                var result = Unmanaged<TextFunction>.fromOpaque(function).takeUnretainedValue().body(text)
                result.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        compass_sqlite3_result_text(call, $0.baseAddress, Int32(clamping: $0.count))
                    }
                }
            }, nil, nil,
            { context in
                if let context { Unmanaged<TextFunction>.fromOpaque(context).release() }
            })
        guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, operation: "define a function") }
    }
}

private final class TextFunction {
    let body: (String) -> String

    init(_ body: @escaping (String) -> String) { self.body = body }
}
