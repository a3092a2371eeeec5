internal import CLinux
internal import Glibc

/// That a process works on a folder, for all others on the machine to see, whatever user they run as.
///
/// It is a shared lock of a byte of the folder itself, so nothing is written into it and the right to read it is enough.
/// Shared locks do not exclude each other; that somebody else has one can be asked. Which byte it is tells the group and the
/// process. It belongs to this value's open file description: the kernel gives it up when the process ends, however it ends.
public final class FolderClaim: Sendable {
    private let folder: FileDescriptor
    private let first: Int64

    /// Process ids are below this, proc_pid_max(5).
    private static let processes: Int64 = 1 << 22

    /// Claims a folder. Whether another group has claimed it is to be asked afterwards: of two that claim it at the same
    /// time, one at least hears of the other.
    ///
    /// - Parameter group: claims of the same group do not disturb each other; the lower 40 bits count.
    /// - Throws: `SystemError`, such as `ENOLCK` on a file system without locks.
    public init(_ path: Path, group: UInt64) throws(SystemError) {
        folder = try FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY)
        first = Int64(group & ((1 << 40) - 1)) * Self.processes
        let byte = first + Int64(getpid()) % Self.processes
        try systemCall("claim", on: path.description) { compass_share_byte(folder.number, byte) }
    }

    /// The process of another group that has claimed the folder; nil: there is none.
    ///
    /// - Throws: `SystemError`
    public func rival() throws(SystemError) -> Int32? {
        if first > 0, let lock = try folder.findLock(from: 0, count: first) { return Self.process(lock) }
        return try folder.findLock(from: first + Self.processes).map(Self.process)
    }

    private static func process(_ lock: FileDescriptor.FoundLock) -> Int32 { Int32(lock.byte % processes) }
}
