internal import CLinux
internal import Glibc
internal import Synchronization

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

    /// Opens a path whose every part is trusted, always close-on-exec: symbolic links are followed. Below a folder that
    /// others may write to, use `Folder`.
    ///
    /// - Throws: `SystemError`
    public static func open(_ path: Path, flags: Int32, mode: UInt32 = 0o666) throws(SystemError) -> FileDescriptor {
        let number = try systemCall("open", on: path.description) {
            path.withCString { compass_openat(AT_FDCWD, $0, flags | O_CLOEXEC, mode) }
        }
        return FileDescriptor(owning: number)
    }

    /// Opens what a path whose every part is trusted stands for, links followed, for nothing but to examine it: neither
    /// rights to it are needed, nor does a pipe or a device notice.
    public static func locate(_ path: Path) throws(SystemError) -> FileDescriptor {
        try open(path, flags: compass_place_only)
    }

    /// Opens for reading what was located, whatever has its name by now. Does not block.
    ///
    /// - Parameter path: what errors call it.
    public func openLocated(as path: Path) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(Path("/proc/self/fd/\(number)"), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw SystemError("open", on: path.description, code: error.code)
        }
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
        var failure: SystemError?
        // Not cleared before: most of what is read this way is large.
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                do throws(SystemError) {
                    let read = try systemCall("read") {
                        pread(number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + filled)
                    }
                    if read == 0 { break }
                    filled += read
                } catch {
                    failure = error
                    break
                }
            }
        }
        if let failure { throw failure }
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
        Self.syncs.add(1, ordering: .relaxed)
        try systemCall("synchronise") { fsync(number) }
    }

    /// Waits until the contents, and what is needed to read them, are on disk, fdatasync(2).
    public func synchronizeContents() throws(SystemError) {
        Self.syncs.add(1, ordering: .relaxed)
        try systemCall("synchronise") { fdatasync(number) }
    }

    /// How often this process has called `synchronize` and `synchronizeContents` until now, on any thread and of any
    /// descriptor. What a library syncs by itself, as SQLite does in a checkpoint, is not among them.
    public static var syncCount: Int { syncs.load(ordering: .relaxed) }

    private static let syncs = Atomic<Int>(0)

    /// Starts writing a range back without waiting, so that a later `synchronize` finds little left. A file system that
    /// cannot do it loses nothing but that head start.
    public func startWriteback(offset: Int64, count: Int64) {
        _ = compass_start_writeback(number, offset, count)
    }
}

extension FileDescriptor {
    /// A lock that somebody else has: another process, or another open file of this one.
    public struct FoundLock: Hashable, Sendable {
        /// The first byte of it.
        public let byte: Int64
        /// nil: it belongs to an open file (`F_OFD_SETLK`), which several processes may share.
        public let process: Int32?
    }

    /// Looks for a lock of fcntl(2) on a range of bytes, which need not be there.
    ///
    /// - Parameter count: 0: all that follow.
    /// - Returns: one of them, if there are several; nil: nobody else has any.
    /// - Throws: `SystemError`
    public func findLock(from byte: Int64, count: Int64 = 0) throws(SystemError) -> FoundLock? {
        var found: Int64 = 0
        var process: Int32 = 0
        let answer = try systemCall("examine the locks of") {
            compass_find_lock(number, byte, count, &found, &process)
        }
        return answer == 0 ? nil : FoundLock(byte: found, process: process > 0 ? process : nil)
    }
}
