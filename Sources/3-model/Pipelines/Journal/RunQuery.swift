/// Which runs a list shows; newest first.
public struct RunQuery: Sendable, Hashable {
    public var pipeline: String?
    /// Any of these; empty: all.
    public var statuses: [RunStatus] = []
    /// Only runs that go on from this one.
    public var origin: String?
    /// Only runs of this batch.
    public var batch: String?

    public init() {}
}
