internal import CLinux
internal import Glibc

/// Whether anybody has a file open for writing, which only a read lease tells: the kernel refuses it while there is such a
/// descriptor or a writable mapping, in any process.
public enum ReadLease: Sendable, Hashable {
    /// Nobody had it open for writing at the moment of the question.
    case granted
    /// Somebody has.
    case writer
    /// It cannot be told: another user's file (`EACCES`), or a file system without leases (`EINVAL`, `EOPNOTSUPP`, …).
    case unavailable(SystemError)

    /// Asks for a lease and gives it back at once, so that nobody who opens the file then waits for more than a moment.
    ///
    /// - Parameter file: a regular file, open for reading only.
    public static func check(_ file: FileDescriptor) -> ReadLease {
        do {
            try systemCall("lease") { compass_try_read_lease(file.number) }
            return .granted
        } catch {
            return error.code == EAGAIN ? .writer : .unavailable(error)
        }
    }
}
