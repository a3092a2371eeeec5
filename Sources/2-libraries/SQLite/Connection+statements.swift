internal import CSQLite
public import SQL

extension Connection: SQLConnection {
    /// Runs one statement to its end; rows that it gives are passed over.
    ///
    /// - Returns: the number of rows that it changed, 0 when it was no INSERT, UPDATE or DELETE.
    /// - Throws: `SQLiteError`
    @discardableResult
    public func execute(_ sql: String, _ parameters: [any Bindable]) throws -> Int {
        try withStatement(sql) { statement in
            try statement.bind(parameters)
            let before = totalChanges
            while try statement.step() {}
            return totalChanges == before ? 0 : changes
        }
    }

    /// As `SQLConnection.insert`; the column is the table's INTEGER PRIMARY KEY, or nobody has given it another number.
    public func insert(_ sql: String, _ parameters: [any Bindable], numbering column: String) throws -> Int64 {
        try execute(sql, parameters)
        return lastInsertedRow
    }

    /// Maps every row, in order.
    public func rows<Element>(
        _ sql: String, _ parameters: [any Bindable], _ transform: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, parameters) { elements.append(try transform($0)) }
        return elements
    }

    /// Maps the first row; nil when there is none.
    public func first<Element>(
        _ sql: String, _ parameters: [any Bindable], _ transform: (borrowing Row) throws -> Element
    ) throws -> Element? {
        try withStatement(sql) { statement in
            try statement.bind(parameters)
            return try statement.step() ? try transform(statement.row) : nil
        }
    }

    /// Calls `body` with every row, in order, without gathering them.
    public func forEach(
        _ sql: String, _ parameters: [any Bindable], _ body: (borrowing Row) throws -> Void
    ) throws {
        try withStatement(sql) { statement in
            try statement.bind(parameters)
            while try statement.step() { try body(statement.row) }
        }
    }

    /// Runs a text of any number of statements without parameters, such as a migration.
    ///
    /// - Throws: `SQLiteError` of the first that fails; those before it stay done unless a transaction is open.
    public func script(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, operation: "run a script", sql: sql) }
    }
}
