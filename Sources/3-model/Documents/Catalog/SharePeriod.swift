public import Platform

/// A span of time in which things were shared.
public struct SharePeriod: Sendable, Hashable {
    /// Included.
    public let since: Timestamp
    /// Not included, so that periods that follow one another have nothing in common.
    public let until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }
}
