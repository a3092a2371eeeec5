/// Bounds on what a file may cost to read.
public struct YAMLLimits: Sendable, Hashable {
    /// In bytes.
    public var bytes = 1 << 20
    /// Collections inside of one another, those behind aliases included.
    public var depth = 64
    /// Keys, values and collections after every alias has been expanded.
    public var nodes = 100_000
    /// Mistakes after which the rest of the file is not read.
    public var issues = 100

    /// 1 MiB, 64 levels, 100,000 nodes, 100 issues.
    public static let standard = YAMLLimits()

    public init() {}
}
