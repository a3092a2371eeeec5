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

/// A folder's part of a pool: so many of its calls go on at a time, in the order in which they were asked for. A thread that
/// has ended one takes the next itself, so that a folder with much to do does not wake another thread for each.
final class PoolShare: TaskExecutor {
    private struct State {
        var threads = 0
        var waiting: ArraySlice<UnownedJob> = []
    }

    private let pool: WorkerPool
    private let limit: Int
    private let state = Mutex(State())

    /// How many calls a thread makes before other folders have their turn.
    static let turn = 16

    /// - Parameter limit: how many calls go on at a time.
    init(of pool: WorkerPool, limit: Int = 2) {
        self.pool = pool
        self.limit = limit
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { pool.submit { self.work() } }
    }

    private func work() {
        for _ in 0..<Self.turn {
            let job = state.withLock { state in
                if state.waiting.isEmpty { state.threads -= 1 }
                return state.waiting.popFirst()
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        pool.submit { self.work() }
    }
}
