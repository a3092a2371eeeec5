/// Versions of the catalog: one run a version, in the order in which they were made. What lies in the trash is left out.
/// The values may be computed from inputs.
public struct DocumentSource: Sendable {
    /// A list of types, any of which will do; nil: all.
    public var types: CompiledValue?
    public var owner: CompiledValue?
    /// Shared with this school, or about it.
    public var school: CompiledValue?
    /// true: shared with at least one school; false: with none; nil: both.
    public var shared: Bool?
    /// Made at least that long ago.
    public var olderThan: TimeSpan?
    /// Made at most that long ago.
    public var newerThan: TimeSpan?
    /// true: current versions; false: former ones; nil: both.
    public var current: Bool?
    /// Only versions beyond so many newest ones of their document, which are not counted in the trash; nil: all.
    public var beyond: Int?

    public init() {}
}
