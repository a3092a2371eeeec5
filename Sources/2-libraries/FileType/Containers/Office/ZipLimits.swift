/// How much a ZIP package may declare before it is refused unread. Nothing is ever decompressed to find out.
public struct ZipLimits: Hashable, Sendable {
    /// Entries of the central directory.
    public var entries = 10_000
    /// Bytes of the central directory.
    public var directorySize: Int64 = 4 << 20
    /// Bytes of all entries when decompressed.
    public var total: Int64 = 1 << 30
    /// Decompressed size over stored size, looked at above `ratioTotal` decompressed bytes only: small packages of
    /// repetitive XML shrink well.
    public var ratio: Int64 = 200
    public var ratioTotal: Int64 = 100 << 20

    /// Wide enough for every document that an office program writes, and far below what harms a reader.
    public init() {}
}
