public import Platform

/// What a file was when somebody judged it.
public struct ExpectedFile: Sendable, Hashable {
    public let device: UInt64
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modified: Int64
    /// Nanoseconds since 1970.
    public let changed: Int64

    public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Whether a file is this one, and nobody has touched it since.
    public func matches(_ status: FileStatus) -> Bool {
        self
            == ExpectedFile(
                device: status.device, inode: status.inode, size: status.size, modified: status.modified,
                changed: status.changed)
    }
}
