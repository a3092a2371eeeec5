internal import Platform
internal import SQLStore
internal import Synchronization

/// Who is alive on this machine: each claim is the lock of a byte in a file beside the database, which the kernel frees when
/// its process ends, however it ends.
///
/// A worker's byte is its number. A batch's byte follows from its id, in a file of its own; should two batches have the same
/// one, they wait for each other.
final class FileLiveness: Liveness {
    private struct State {
        /// By file; opened when they are first needed.
        var locks: [Path: LockFile] = [:]
        var held: Set<LivenessClaim> = []
        var hasEnded = false
    }

    private let workers: Path
    private let batches: Path
    private let clock: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// - Parameter folder: of the database.
    init(folder: Path, clock: @escaping @Sendable () -> Timestamp) {
        workers = folder.appending("workers.lock")
        batches = folder.appending("batches.lock")
        self.clock = clock
    }

    func now() -> Timestamp { clock() }

    /// - Throws: `SystemError`
    func take(_ claim: LivenessClaim) throws(SystemError) -> Bool {
        let (path, byte) = place(of: claim)
        return try state.withLock { state throws(SystemError) in
            if state.held.contains(claim) { return true }
            if state.hasEnded || state.held.contains(where: { place(of: $0) == (path, byte) }) { return false }
            guard try Self.open(path, &state).take(byte) else { return false }
            state.held.insert(claim)
            return true
        }
    }

    /// - Throws: `SystemError`
    func giveUp(_ claim: LivenessClaim) throws(SystemError) {
        let (path, byte) = place(of: claim)
        try state.withLock { state throws(SystemError) in
            guard state.held.remove(claim) != nil else { return }
            try state.locks[path]?.giveUp(byte)
        }
    }

    /// - Throws: `SystemError`
    func isTaken(_ claim: LivenessClaim) throws(SystemError) -> Bool {
        let (path, byte) = place(of: claim)
        return try state.withLock { state throws(SystemError) in
            // Without the file nobody has a lock in it, and looking does not create it.
            if state.locks[path] == nil, !Files.exists(path) { return false }
            return try Self.open(path, &state).isTaken(byte)
        }
    }

    /// - Throws: `SystemError`
    func end() throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let (locks, held) = (state.locks, state.held)
            state = State(hasEnded: true)
            // Closing a file is not enough: a child that is just being started has a copy of the descriptor.
            for claim in held {
                let (path, byte) = place(of: claim)
                try locks[path]?.giveUp(byte)
            }
        }
    }

    private static func open(_ path: Path, _ state: inout State) throws(SystemError) -> LockFile {
        if let open = state.locks[path] { return open }
        let locks = try LockFile(path)
        state.locks[path] = locks
        return locks
    }

    private func place(of claim: LivenessClaim) -> (Path, Int64) {
        switch claim {
        case .worker(let number): (workers, number)
        case .batch(let id): (batches, Self.byte(of: id))
        }
    }

    /// Without the sign.
    private static func byte(of id: String) -> Int64 { Int64(Checksum.of(id.utf8) >> 2) }
}
