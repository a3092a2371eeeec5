internal import CSQLite
public import SQL

/// Prepared statements by their text; of too many, the longest unused go.
///
/// Nearly all texts are constants of the program, whose bytes always lie at the same address: a statement is looked for by
/// that first, and only then by the hash of the whole text, which takes as long as many a statement.
struct StatementCache {
    let capacity: Int
    private var entries: [String: Statement] = [:]
    private var places = [Statement?](repeating: nil, count: 256)
    private var clock: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// The statement, unless there is none or someone uses it.
    mutating func take(_ sql: String) -> Statement? {
        let place = Self.place(of: sql)
        let statement: Statement
        // Of two texts that lie at the same address, the comparison looks at no byte.
        if let found = places[place], found.sql == sql {
            statement = found
        } else if let found = entries[sql] {
            places[place] = found
            statement = found
        } else {
            return nil
        }
        if statement.isInUse { return nil }
        clock += 1
        statement.lastUse = clock
        return statement
    }

    mutating func insert(_ statement: Statement) {
        guard entries[statement.sql] == nil else { return }
        if entries.count >= capacity {
            // Half at once, so that a stream of ever new texts does not search the whole cache for each.
            let idle = entries.values.filter { !$0.isInUse }.sorted { $0.lastUse < $1.lastUse }
            for statement in idle.prefix(max(1, capacity / 2)) { entries[statement.sql] = nil }
            places = [Statement?](repeating: nil, count: places.count)
        }
        clock += 1
        statement.lastUse = clock
        entries[statement.sql] = statement
    }

    mutating func removeAll() {
        entries = [:]
        places = []
    }

    /// A hash of where a text lies and how long it is: of its representation, so that nothing of it is read.
    private static func place(of sql: String) -> Int {
        withUnsafeBytes(of: sql) { bytes in
            let words = bytes.loadUnaligned(as: (UInt64, UInt64).self)
            let mixed = (words.0 ^ words.1) &* 0x9E37_79B9_7F4A_7C15
            return Int(mixed >> 56)
        }
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
