internal import CLinux
public import Glibc

/// What stat(2) says of a file, as far as Compass uses it.
public struct FileStatus: Hashable, Sendable {
    /// Kinds of directory entries.
    public enum Kind: Sendable {
        case regular, folder, symbolicLink, fifo, socket, characterDevice, blockDevice, other
    }

    /// What kind of entry it is.
    public let kind: Kind
    /// In bytes.
    public let size: Int64
    /// The file system that it lies on; with `inode` it tells a file from all others.
    public let device: UInt64
    /// Its number on its file system, which a later file may get once it is gone.
    public let inode: UInt64
    /// Nanoseconds since 1970.
    public let modified: Int64
    /// Nanoseconds since 1970; changes with the contents and cannot be set back.
    public let changed: Int64
    /// Permission bits.
    public let mode: UInt32
    /// The user that it belongs to.
    public let owner: UInt32
    /// How many names it has.
    public let links: UInt64

    /// From the C structure.
    public init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .other
            }
        size = Int64(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        mode = UInt32(status.st_mode & 0o7777)
        owner = status.st_uid
        links = UInt64(status.st_nlink)
    }

    /// stat(2), or lstat(2) when `followingLinks` is false.
    ///
    /// - Throws: `SystemError`
    public static func of(_ path: Path, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall("examine", on: path.description) {
            path.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
        }
        return FileStatus(status)
    }

    /// Whether both are of the same file or folder, whatever has become of it.
    public func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// Whether contents and identity are those of `other`, as far as the file system can tell without reading.
    public func isSameContents(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode && size == other.size && modified == other.modified
            && changed == other.changed
    }
}

/// When a file was made, which stays with its inode whatever is written, renamed or set: with device and inode it tells a
/// file from a later one that was given the same inode.
public enum BirthTime {
    /// Nanoseconds since 1970; 0 where the file system does not tell.
    public static func of(_ file: FileDescriptor) throws(SystemError) -> Int64 {
        var born: Int64 = 0
        try systemCall("examine") { compass_birth_time(file.number, "", 1, &born) }
        return born
    }
}
