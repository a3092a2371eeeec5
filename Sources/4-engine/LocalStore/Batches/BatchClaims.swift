internal import Platform
internal import Synchronization

/// The batches that this process works on. Each has the lock of a byte in a file beside the database, which the kernel
/// frees when the process ends, however it ends. Which byte follows from the id; should two batches have the same one,
/// they wait for each other.
final class BatchClaims: Sendable {
    private struct State {
        var locks: LockFile?
        var held: [String: Int64] = [:]
    }

    private let path: Path
    private let state = Mutex(State())

    init(lockFile path: Path) {
        self.path = path
    }

    /// - Returns: false when somebody works on it, in this process or in another one.
    func take(_ id: String) throws(SystemError) -> Bool {
        try state.withLock { state throws(SystemError) in
            let byte = Self.byte(of: id)
            if state.held.values.contains(byte) { return false }
            let locks: LockFile
            if let open = state.locks { locks = open } else { locks = try LockFile(path) }
            state.locks = locks
            guard try locks.take(byte) else { return false }
            state.held[id] = byte
            return true
        }
    }

    func giveUp(_ id: String) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard let byte = state.held.removeValue(forKey: id) else { return }
            try state.locks?.giveUp(byte)
        }
    }

    /// Gives all of them up.
    func end() {
        state.withLock { state in
            state.locks = nil
            state.held = [:]
        }
    }

    /// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), without the sign.
    private static func byte(of id: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(hash >> 2)
    }
}
