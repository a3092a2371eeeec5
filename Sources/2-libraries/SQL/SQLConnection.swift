/// A connection to a database that speaks SQL, in or out of a transaction: what tables need of it that more than one kind
/// of database has. One thread at a time uses it, and every call blocks, so it is used on the threads of whoever opened it.
///
/// Statements are written in what SQLite ≥ 3.40 and PostgreSQL ≥ 15 both take. A `?` stands for a value, in order; or `?1`,
/// `?2` … do, by number, never both in one statement, and no text within a statement has a `?`. A connection of a database
/// that writes them in another way (`$1`) rewrites them. A Boolean is bound and read as the number 1 or 0.
///
/// What a call throws is the connection's own error.
public protocol SQLConnection: AnyObject {
    /// Runs one statement to its end; rows that it gives are passed over.
    ///
    /// - Returns: the number of rows that it changed, 0 when it was no INSERT, UPDATE or DELETE. What the database changes
    ///   along with them (by triggers, by cascades) is not counted.
    @discardableResult
    func execute(_ sql: String, _ parameters: [any Bindable]) throws -> Int

    /// Runs an INSERT of one row, without RETURNING, into a table that numbers its rows.
    ///
    /// - Parameter column: the one that is numbered.
    /// - Returns: the number of the new row.
    func insert(_ sql: String, _ parameters: [any Bindable], numbering column: String) throws -> Int64

    /// Maps every row, in order.
    func rows<Element>(
        _ sql: String, _ parameters: [any Bindable], _ transform: (borrowing Row) throws -> Element
    ) throws -> [Element]

    /// Maps the first row; nil when there is none.
    func first<Element>(
        _ sql: String, _ parameters: [any Bindable], _ transform: (borrowing Row) throws -> Element
    ) throws -> Element?

    /// Calls `body` with every row, in order, without gathering them. It may run other statements of the connection.
    func forEach(_ sql: String, _ parameters: [any Bindable], _ body: (borrowing Row) throws -> Void) throws

    /// Puts work off to the end of the transaction that the connection is in: it is done before the commit, and before a
    /// savepoint begins or ends, and forgotten when the transaction is rolled back. Until then statements do not see what it
    /// will change.
    ///
    /// - Returns: the work of this kind that has been put off already, or else what `make` makes; nil outside of a
    ///   transaction, where nothing is put off.
    func deferred<Work: DeferredWork>(_ make: () -> Work) -> Work?
}

/// The same for statements without values.
extension SQLConnection {
    /// As `execute` with values.
    @discardableResult
    public func execute(_ sql: String) throws -> Int { try execute(sql, []) }

    /// As `rows` with values.
    public func rows<Element>(_ sql: String, _ transform: (borrowing Row) throws -> Element) throws -> [Element] {
        try rows(sql, [], transform)
    }

    /// As `first` with values.
    public func first<Element>(_ sql: String, _ transform: (borrowing Row) throws -> Element) throws -> Element? {
        try first(sql, [], transform)
    }

    /// As `forEach` with values.
    public func forEach(_ sql: String, _ body: (borrowing Row) throws -> Void) throws { try forEach(sql, [], body) }
}

/// A value that a statement takes or gives.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can take the place of a `?` in a statement.
public protocol Bindable: Sendable {
    /// The value to bind.
    var sqlValue: SQLValue { get }
}

extension SQLValue: Bindable {
    /// As it is.
    public var sqlValue: SQLValue { self }
}

extension Int64: Bindable {
    /// As an integer.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: Bindable {
    /// As an integer.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: Bindable {
    /// 1 or 0: not every database has a Boolean type.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    /// As a real number.
    public var sqlValue: SQLValue { .real(self) }
}

extension String: Bindable {
    /// As UTF-8; U+0000 within it is kept.
    public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: Bindable {
    /// As bytes.
    public var sqlValue: SQLValue { .blob(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// What it holds; NULL for `nil`.
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
