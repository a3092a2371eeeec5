/// What can take the place of a `?` in a statement.
public protocol Bindable: Sendable {
    /// The value to bind.
    var sqlValue: SQLValue { get }
}

extension SQLValue: Bindable {
    public var sqlValue: SQLValue { self }
}

extension Int64: Bindable {
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: Bindable {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

/// Bound as 1 or 0: not every database has a Boolean type.
extension Bool: Bindable {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    public var sqlValue: SQLValue { .real(self) }
}

/// Bound as UTF-8; U+0000 within it is kept.
extension String: Bindable {
    public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: Bindable {
    public var sqlValue: SQLValue { .blob(self) }
}

/// `nil` is bound as NULL.
extension Optional: Bindable where Wrapped: Bindable {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
