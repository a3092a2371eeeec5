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

    public init(_ status: FileStatus) {
        self.init(
            device: status.device, inode: status.inode, size: status.size, modified: status.modified,
            changed: status.changed)
    }

    /// Whether a file is this one, and nobody has touched it since.
    public func matches(_ status: FileStatus) -> Bool { self == ExpectedFile(status) }

    /// Whether a file is this one with the contents that it had; its name, owner or mode may be others.
    public func hasSameContents(as status: FileStatus) -> Bool {
        device == status.device && inode == status.inode && size == status.size && modified == status.modified
    }
}
