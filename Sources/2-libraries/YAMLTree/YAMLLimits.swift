/// Bounds on what a file may cost to read.
public struct YAMLLimits: Sendable, Hashable {
    /// In bytes.
    public var bytes = 1 << 20
    /// Collections inside of one another.
    public var depth = 64
    /// Values after every alias has been expanded.
    public var nodes = 100_000

    /// 1 MiB, 64 levels, 100,000 values.
    public static let standard = YAMLLimits()

    public init() {}
}
