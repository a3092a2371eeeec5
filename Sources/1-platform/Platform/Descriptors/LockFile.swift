internal import CLinux
internal import Glibc

/// A file whose bytes are locks. They belong to this value's open file description (`F_OFD_SETLK`, fcntl(2)): two values
/// in one process exclude each other, children do not inherit them, and the kernel gives them up when the process ends,
/// however it ends. No call waits.
public final class LockFile: Sendable {
    private let file: FileDescriptor
    private let path: Path

    /// Opens the file, or creates it for this user alone. It stays empty.
    ///
    /// - Throws: `SystemError`
    public init(_ path: Path) throws(SystemError) {
        file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        self.path = path
    }

    /// Takes the lock of a byte; one that is held here already stays held.
    ///
    /// - Returns: false when somebody else has it.
    /// - Throws: `SystemError`, such as `ENOLCK` on a file system without locks.
    public func take(_ byte: Int64) throws(SystemError) -> Bool {
        do {
            try systemCall("lock", on: path.description) { compass_lock_byte(file.number, byte, 1) }
            return true
        } catch {
            if error.code == EAGAIN || error.code == EACCES { return false }
            throw error
        }
    }

    /// Gives the lock of a byte up; one that is not held stays so.
    ///
    /// - Throws: `SystemError`
    public func giveUp(_ byte: Int64) throws(SystemError) {
        try systemCall("unlock", on: path.description) { compass_lock_byte(file.number, byte, 0) }
    }

    /// Whether somebody else has the lock of a byte.
    ///
    /// - Throws: `SystemError`
    public func isTaken(_ byte: Int64) throws(SystemError) -> Bool {
        do {
            return try file.findLock(from: byte, count: 1) != nil
        } catch {
            throw SystemError(error.operation, on: path.description, code: error.code)
        }
    }

    /// Whether its path still leads to the file that was opened. Once that was removed or replaced, others that open the
    /// path lock another file.
    ///
    /// - Throws: `SystemError` when that cannot be told.
    public func isAtItsPath() throws(SystemError) -> Bool {
        let own = try file.status()
        do {
            let found = try FileStatus.of(path)
            return found.device == own.device && found.inode == own.inode
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return false }
            throw error
        }
    }
}
