internal import CLinux
internal import Glibc

/// An open descriptor, closed exactly once: when the last reference goes.
///
/// All reads and writes are positioned or sequential system calls of the calling thread, and they block; call them on a
/// `WorkerPool`.
public final class FileDescriptor: Sendable {
    /// The number, valid while this object lives.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens relative to `folder` (the working folder when nil), always close-on-exec.
    ///
    /// - Throws: `SystemError`
    public static func open(
        _ path: Path, in folder: FileDescriptor? = nil, flags: Int32, mode: UInt32 = 0o666
    ) throws(SystemError) -> FileDescriptor {
        let number = try systemCall("open", on: path.description) {
            path.withCString { compass_openat(folder?.number ?? AT_FDCWD, $0, flags | O_CLOEXEC, mode) }
        }
        return FileDescriptor(owning: number)
    }

    /// Opens a path that stays beneath `folder`: neither "..", nor an absolute path, nor any symbolic link is followed.
    /// Uses openat2(2), so the kernel decides and no race is left.
    ///
    /// - Throws: `SystemError`, with `EXDEV` or `ELOOP` for a path that would leave.
    public static func open(
        _ path: Path, beneath folder: FileDescriptor, flags: Int32, mode: UInt32 = 0o666
    ) throws(SystemError) -> FileDescriptor {
        let creates = flags & O_CREAT != 0
        let number = try systemCall("open", on: path.description) {
            path.withCString {
                compass_open_beneath(folder.number, $0, flags | O_CLOEXEC, creates ? mode : 0)
            }
        }
        return FileDescriptor(owning: number)
    }

    /// Columns of the terminal behind it; 0 when it is none.
    public var terminalColumns: Int { Int(compass_terminal_columns(number)) }

    /// fstat(2).
    public func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall("examine") { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end of the file.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try systemCall("read") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Reads up to `count` bytes at `offset`, fewer only at the end of the file.
    public func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let start = filled
            let read = try systemCall("read") {
                result.withUnsafeMutableBytes { raw in
                    pread(number, raw.baseAddress?.advanced(by: start), count - start, off_t(offset) + start)
                }
            }
            if read == 0 { break }
            filled += read
        }
        result.removeLast(count - filled)
        return result
    }

    /// Reads from the current position to the end, and no more than `limit` bytes.
    ///
    /// - Throws: `SystemError`, with `EFBIG` when there is more.
    public func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try systemCall("read") { Glibc.read(number, &chunk, chunk.count) }
            if count == 0 { return result }
            result += chunk[..<count]
            if result.count > limit { throw SystemError("read", code: EFBIG) }
        }
    }

    /// Reads what there is at the current position, at least one byte unless it is the end, and no more than `limit`.
    public func readSome(limit: Int) throws(SystemError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: limit)
        let count = try systemCall("read") { Glibc.read(number, &chunk, limit) }
        return Array(chunk[..<count])
    }

    /// Writes all bytes at the current position.
    public func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = buffer
        while !rest.isEmpty {
            let count = try systemCall("write") { Glibc.write(number, rest.baseAddress, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes all bytes at the current position.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            start += try systemCall("write") {
                bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress?.advanced(by: start), $0.count - start) }
            }
        }
    }

    /// Waits until the contents and the size are on disk, fsync(2). Of a folder: until its entries are, fsync(2).
    public func synchronize() throws(SystemError) {
        try systemCall("synchronise") { fsync(number) }
    }

    /// Waits until the contents, and what is needed to read them, are on disk, fdatasync(2).
    public func synchronizeContents() throws(SystemError) {
        try systemCall("synchronise") { fdatasync(number) }
    }

    /// Starts writing a range back without waiting, so that a later `synchronize` finds little left. A file system that
    /// cannot do it loses nothing but that head start.
    public func startWriteback(offset: Int64, count: Int64) {
        _ = compass_start_writeback(number, offset, count)
    }

    /// Renames within `folder` unless the new name is taken.
    ///
    /// - Throws: `SystemError`, with `EEXIST` when it is taken.
    public func renameWithoutReplacing(_ from: Path, to: Path) throws(SystemError) {
        try systemCall("rename", on: from.description) {
            from.withCString { old in to.withCString { compass_rename_noreplace(number, old, number, $0) } }
        }
    }

    /// Removes an entry of this folder; an absent one is no error.
    public func remove(_ name: Path) throws(SystemError) {
        do {
            try systemCall("remove", on: name.description) { name.withCString { unlinkat(number, $0, 0) } }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// Creates a folder in this one; an existing one is no error.
    ///
    /// - Returns: whether it is new, and so this folder has to be synchronised.
    @discardableResult
    public func createFolder(_ name: Path, mode: UInt32 = 0o777) throws(SystemError) -> Bool {
        do {
            try systemCall("create folder", on: name.description) { name.withCString { mkdirat(number, $0, mode) } }
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }
}
