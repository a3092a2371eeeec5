/// A fixed number of own threads that run Swift tasks which make blocking calls.
///
/// Start such work with `withTaskExecutorPreference(pool)` or `group.addTask(executorPreference: pool)`: everything that
/// has no executor of its own then runs, and may block, on these threads. A task that awaits leaves its thread to others.
/// The threads live until the last reference to the pool goes.
public final class WorkerPool: TaskExecutor {
    private let queue = WorkQueue<UnownedJob>()
    /// Number of threads.
    public let width: Int

    /// - Parameters:
    ///   - name: at most 12 bytes; a number is added.
    ///   - width: number of threads, at least 1.
    public init(name: String, width: Int) {
        precondition(width > 0, "a pool needs a thread")
        self.width = width
        let queue = self.queue
        let executor = Box()
        for index in 0..<width {
            WorkerThread.start(name: "\(name)-\(index)") {
                while let job = queue.take() {
                    job.runSynchronously(on: executor.unowned)
                }
            }
        }
        executor.value = self
    }

    deinit {
        queue.close()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.put(UnownedJob(job))
    }

    /// Hands the threads the pool's identity without keeping the pool alive.
    ///
    /// `@unchecked Sendable`: `value` is set once, before the initialiser returns, and no job can be queued earlier.
    private final class Box: @unchecked Sendable {
        unowned(unsafe) var value: WorkerPool?
        var unowned: UnownedTaskExecutor {
            guard let value else { preconditionFailure("a job ran before its pool was made") }
            return value.asUnownedTaskExecutor()
        }
    }
}
