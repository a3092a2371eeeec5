public import Platform

/// Which file a run is about, so that a later process can tell whether what lies there is still the same.
public struct SourceIdentity: Sendable, Hashable {
    /// Absolute; bytes, since a name need not be text.
    public let path: Path
    public let device: UInt64
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modified: Int64

    public init(path: Path, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
        self.path = path
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}
