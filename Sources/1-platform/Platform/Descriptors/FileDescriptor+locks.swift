internal import CLinux

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
