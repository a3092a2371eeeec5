internal import CLinux
internal import Glibc

/// Up to a fixed number of own threads that run Swift tasks which make blocking calls.
///
/// Start such work with `withTaskExecutorPreference(pool)` or `group.addTask(executorPreference: pool)`: everything that
/// has no executor of its own then runs, and may block, on these threads. A task that awaits leaves its thread to others.
/// A thread is started when there is work that none is free for, and lives until the last reference to the pool goes.
public final class WorkerPool: TaskExecutor {
    private enum Item: Sendable {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private let queue: WorkQueue<Item>
    /// Number of threads at the most.
    public let width: Int

    /// - Parameters:
    ///   - name: at most 12 bytes; a number is added.
    ///   - width: number of threads at the most, at least 1. Where the system gives no further one, those that there are do the
    ///     work; without any the process ends.
    public init(name: String, width: Int) {
        precondition(width > 0, "a pool needs a thread")
        self.width = width
        let executor = Box()
        queue = WorkQueue(maxTakers: width) { queue, number in
            WorkerThread.tryStart(name: "\(name)-\(number)") {
                // Who puts work may be a favoured thread.
                compass_unfavour_thread()
                queue.serve { item in
                    switch item {
                    case .job(let job): job.runSynchronously(on: executor.unowned)
                    case .closure(let body): body()
                    }
                }
            }
        }
        executor.value = self
    }

    deinit {
        queue.close()
    }

    /// As `submit`, for a task that prefers this executor.
    public func enqueue(_ job: consuming ExecutorJob) {
        queue.put(.job(UnownedJob(job)))
    }

    /// Has a closure run on one of the threads, behind what waits for one, and does not wait for it.
    public func submit(_ body: @escaping @Sendable () -> Void) {
        queue.put(.closure(body))
    }

    /// Hands the threads the pool's identity without keeping the pool alive.
    ///
    /// `@unchecked Sendable`: `value` is set once, before the first thread is started.
    private final class Box: @unchecked Sendable {
        unowned(unsafe) var value: WorkerPool?
        var unowned: UnownedTaskExecutor {
            guard let value else { preconditionFailure("a job ran before its pool was made") }
            return value.asUnownedTaskExecutor()
        }
    }
}

/// A thread of our own that runs one closure. Blocking calls belong on such threads: on Linux, Swift's cooperative pool
/// and Dispatch's global queues share one core-sized set of threads, and a blocked one stops both.
enum WorkerThread {
    private final class Body {
        let run: @Sendable () -> Void
        let name: String

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts at once. Signals are blocked in it, so that they reach the thread that waits for them.
    ///
    /// It is detached: its stack is given back when `run` returns. Nobody could join it, since the last reference to what
    /// it works for may go on the thread itself.
    ///
    /// - Parameter name: at most 15 bytes, shown by ps(1) and debuggers.
    static func start(name: String, run: @escaping @Sendable () -> Void) {
        if !tryStart(name: name, run: run) { endProcess() }
    }

    /// Without the thread what has been begun would stand still for good; the journal has all that was done.
    static func endProcess() -> Never {
        let reason = """
            the system gives this process no further thread: raise its limit of threads (`ulimit -u`, `TasksMax=` of its unit, \
            `pids.max` of its container) or of memory (`ulimit -v`), whichever it has, and start it again
            """
        // A release build ends at a precondition without a word.
        let line = "\(reason)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        preconditionFailure(reason)
    }

    /// As `start`.
    ///
    /// - Returns: whether there was room for a thread, see pthread_create(3).
    static func tryStart(name: String, run: @escaping @Sendable () -> Void) -> Bool {
        let body = Unmanaged.passRetained(Body(name: name, run: run))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 1 << 20)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var handle = pthread_t()
        let code = pthread_create(
            &handle, &attributes,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                let signals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]
                compass_block_signals(signals, signals.count, 1)
                compass_name_thread(body.name)
                body.run()
                return nil
            }, body.toOpaque())
        if code != 0 { body.release() }
        return code == 0
    }
}
