/// A row of a running statement: a view that cannot outlive the step which made it.
///
/// Columns count from 0. An accessor without `OrNil` throws the connection's error when the column holds NULL or another
/// type, so that a wrong query is found out instead of read as 0 or "". Nothing but the value itself is allocated.
public struct Row: ~Copyable {
    @usableFromInline let source: any RowSource

    /// - Parameter source: stands on the row for as long as this value lives.
    @inlinable
    public init(_ source: any RowSource) {
        self.source = source
    }

    /// Number of columns.
    @inlinable
    public var count: Int { source.columnCount }

    /// The column's name or alias.
    @inlinable
    public func name(_ column: Int) -> String { source.columnName(column) }

    /// Whether a column, counted from 0, holds NULL.
    @inlinable
    public func isNull(_ column: Int) -> Bool { source.isNull(column) }

    /// - Throws: when it is no integer.
    @inlinable
    public func integer(_ column: Int) throws -> Int64 { try source.integer(column) }

    /// - Throws: when it is neither an integer nor NULL.
    @inlinable
    public func integerOrNil(_ column: Int) throws -> Int64? { isNull(column) ? nil : try integer(column) }

    /// An integer as truth: everything but 0 is true.
    ///
    /// - Throws: when it is no integer.
    @inlinable
    public func boolean(_ column: Int) throws -> Bool { try integer(column) != 0 }

    /// - Throws: when it is no number.
    @inlinable
    public func real(_ column: Int) throws -> Double { try source.real(column) }

    /// - Throws: when it is neither a number nor NULL.
    @inlinable
    public func realOrNil(_ column: Int) throws -> Double? { isNull(column) ? nil : try real(column) }

    /// Bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: when it is no text.
    @inlinable
    public func text(_ column: Int) throws -> String { try source.text(column) }

    /// - Throws: when it is neither text nor NULL.
    @inlinable
    public func textOrNil(_ column: Int) throws -> String? { isNull(column) ? nil : try text(column) }

    /// - Throws: when it holds no bytes.
    @inlinable
    public func bytes(_ column: Int) throws -> [UInt8] { try source.bytes(column) }

    /// - Throws: when it holds neither bytes nor NULL.
    @inlinable
    public func bytesOrNil(_ column: Int) throws -> [UInt8]? { isNull(column) ? nil : try bytes(column) }

    /// Whatever the column holds.
    @inlinable
    public func value(_ column: Int) throws -> SQLValue { try source.value(column) }
}

/// A running statement that stands on a row. What is said of `Row` holds for its methods.
public protocol RowSource: AnyObject {
    var columnCount: Int { get }
    func columnName(_ column: Int) -> String
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) throws -> Int64
    func real(_ column: Int) throws -> Double
    func text(_ column: Int) throws -> String
    func bytes(_ column: Int) throws -> [UInt8]
    func value(_ column: Int) throws -> SQLValue
}
