internal import CLinux
internal import Glibc

/// Writing past the page cache, and sharing blocks.
extension FileDescriptor {
    /// What memory, position and length of a direct write have to be multiples of, on all file systems but rare ones, which
    /// refuse with EINVAL; see O_DIRECT in open(2).
    public static let directAlignment = 4_096

    /// Has writes go past the page cache from now on, or through it again: O_DIRECT of open(2), F_SETFL of fcntl(2).
    ///
    /// - Throws: `SystemError`; one that `isUnsupported` where the file system has no direct writes. One that has none for
    ///   some files may say so only when such a file is written.
    public func setDirect(_ isDirect: Bool) throws(SystemError) {
        try systemCall("set the flags of") { compass_set_direct(number, isDirect ? 1 : 0) }
    }

    /// Writes all bytes at the current position of a file that `setDirect` has made a direct one. What is no multiple of
    /// `directAlignment`, and what the file system refuses to write directly after all, goes through the page cache, and so
    /// does everything from then on.
    ///
    /// A remainder is not filled up and cut off again by ftruncate(2): ext4 and XFS then read the last block back into the
    /// page cache to clear the rest of it, and there is a further change of the size to be journaled.
    ///
    /// - Parameter bytes: their address and the position are multiples of `directAlignment`.
    /// - Returns: whether the file is a direct one still.
    /// - Throws: `SystemError`
    public func writeDirectly(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
        var rest = bytes
        while rest.count >= Self.directAlignment {
            let count: Int
            do throws(SystemError) {
                let whole = rest.count / Self.directAlignment * Self.directAlignment
                count = try systemCall("write") { Glibc.write(number, rest.baseAddress, whole) }
            } catch {
                // Also for what a write that was cut short, by a disk that is nearly full say, has left unaligned.
                guard error.isUnsupported else { throw error }
                break
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        if rest.isEmpty { return true }
        try setDirect(false)
        try write(rest)
        return false
    }

    /// Gives an empty file its size and room on the disk, so that writing it changes neither: fallocate(2).
    ///
    /// - Throws: `SystemError`: `ENOSPC`, `EDQUOT`, `EFBIG` when there is no room for it; one that `isUnsupported` where the
    ///   file system cannot.
    public func preallocate(_ size: Int64) throws(SystemError) {
        try systemCall("make room for") { compass_preallocate(number, size) }
    }

    /// Makes this empty file one that has the bytes of another and shares their blocks until one of both is written:
    /// ioctl_ficlone(2). The bytes are those of one moment.
    ///
    /// - Throws: `SystemError`: `EXDEV` for a file of another file system, `EOPNOTSUPP`, `EINVAL` or `ENOTTY` where the file
    ///   system, or this pair of files, does not share.
    public func clone(_ source: FileDescriptor) throws(SystemError) {
        try systemCall("clone") { compass_clone_file(number, source.number) }
    }
}

extension SystemError {
    /// Whether a call was refused because the kernel or the file system does not have it, or not for such a file.
    public var isUnsupported: Bool { [EINVAL, EOPNOTSUPP, ENOSYS, ENOTTY].contains(code) }
}

/// What a file system can do to make large files quick.
public struct FileSystemAbilities: Sendable, Hashable {
    /// Whether files can be written past the page cache.
    public let writesDirectly: Bool
    /// Whether files can share blocks.
    public let clones: Bool

    /// - Parameters:
    ///   - writesDirectly: whether files can be written past the page cache.
    ///   - clones: whether files can share blocks.
    public init(writesDirectly: Bool, clones: Bool) {
        self.writesDirectly = writesDirectly
        self.clones = clones
    }

    /// Tried on files without names (`O_TMPFILE` of open(2)), of which nothing is left.
    ///
    /// - Throws: `SystemError` when there can be none, for want of rights or because the file system has no such files.
    public static func of(_ folder: Path) throws(SystemError) -> FileSystemAbilities {
        let flags = O_RDWR | compass_unnamed
        let file = try FileDescriptor.open(folder, flags: flags, mode: 0o600)
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: FileDescriptor.directAlignment, alignment: FileDescriptor.directAlignment)
        defer { block.deallocate() }
        block.initializeMemory(as: UInt8.self, repeating: 1)
        var writesDirectly = false
        do throws(SystemError) {
            try file.setDirect(true)
            writesDirectly = try file.writeDirectly(UnsafeRawBufferPointer(block))
        } catch {
            guard error.isUnsupported else { throw error }
            try file.write(UnsafeRawBufferPointer(block))
        }
        let other = try FileDescriptor.open(folder, flags: flags, mode: 0o600)
        do throws(SystemError) {
            try other.clone(file)
        } catch {
            guard error.isUnsupported else { throw error }
            return FileSystemAbilities(writesDirectly: writesDirectly, clones: false)
        }
        return FileSystemAbilities(writesDirectly: writesDirectly, clones: true)
    }
}
