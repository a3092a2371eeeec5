internal import Platform
internal import Synchronization

/// The threads that all watched folders of the process share. Each kind of blocking call has threads of its own, so that a
/// long one does not keep the others; and of one folder so few calls of a kind go on at a time that one that hangs leaves
/// threads to the others. They are made when the first folder is watched, and live as long as the process.
final class IntakePools: Sendable {
    static let shared = IntakePools()

    /// One thread, which hands on what is told, at once and however busy everything else is.
    let events = WorkerPool(name: "watch-event", width: 1)
    /// Looks through folders: one of a folder at a time.
    let scans = WorkerPool(name: "watch-scan", width: 4)
    /// Looks at paths: one job of a folder at a time.
    let inspections = WorkerPool(name: "watch-look", width: 4)
    /// Reading of whole files.
    let reading = WorkerPool(name: "watch-read", width: 4)
    /// Short calls on files: moving, identifying.
    let moving = WorkerPool(name: "watch-move", width: 4)
}

/// A folder's part of a pool: so many of its calls go on at a time, in the order in which they were asked for.
final class PoolShare: Sendable {
    private struct State {
        var free: Int
        var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
    }

    private let pool: WorkerPool
    private let state: Mutex<State>

    /// - Parameter limit: how many calls go on at a time.
    init(of pool: WorkerPool, limit: Int = 2) {
        self.pool = pool
        state = Mutex(State(free: limit))
    }

    /// Runs a blocking closure on one of the pool's threads. Cancellation does not interrupt it.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        await acquire()
        defer { release() }
        return try await pool.run(body)
    }

    private func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func release() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume()
    }
}
