public import Platform

/// A span of time in which things were shared.
public struct SharePeriod: Sendable, Hashable {
    public let since: Timestamp
    /// Included.
    public let until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }
}
