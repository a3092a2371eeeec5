public import Platform

/// A stretch of time that lists are narrowed to: its beginning belongs to it, its end does not.
public struct TimePeriod: Sendable, Hashable {
    /// nil: from the beginning.
    public var since: Timestamp?
    /// nil: without end.
    public var until: Timestamp?

    public init(since: Timestamp? = nil, until: Timestamp? = nil) {
        self.since = since
        self.until = until
    }

    public func contains(_ time: Timestamp) -> Bool {
        if let since, time < since { return false }
        if let until, time >= until { return false }
        return true
    }

    /// Whether every time belongs to it.
    public var isAll: Bool { since == nil && until == nil }
}
