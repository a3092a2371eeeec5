internal import CSQLite
public import SQL

/// Prepared statements by their text; of too many, the longest unused go.
struct StatementCache {
    let capacity: Int
    private var entries: [String: Entry] = [:]
    private var clock: UInt64 = 0

    private struct Entry {
        let statement: Statement
        var lastUse: UInt64
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// The statement, unless there is none or someone uses it.
    mutating func take(_ sql: String) -> Statement? {
        guard let index = entries.index(forKey: sql), !entries.values[index].statement.isInUse else { return nil }
        clock += 1
        entries.values[index].lastUse = clock
        return entries.values[index].statement
    }

    mutating func insert(_ statement: Statement) {
        guard entries[statement.sql] == nil else { return }
        if entries.count >= capacity {
            // Half at once, so that a stream of ever new texts does not search the whole cache for each.
            let idle = entries.filter { !$0.value.statement.isInUse }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (sql, _) in idle.prefix(max(1, capacity / 2)) { entries[sql] = nil }
        }
        clock += 1
        entries[statement.sql] = Entry(statement: statement, lastUse: clock)
    }

    mutating func removeAll() {
        entries = [:]
    }
}

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
