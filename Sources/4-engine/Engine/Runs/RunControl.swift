internal import Platform
internal import Synchronization

/// What others want of a run: that it ends as cancelled, or that it is given up for a later process.
final class RunControl: Sendable {
    private let suspended = Mutex(false)
    private let canceller = TaskCanceller()
    private let endCanceller = TaskCanceller()
    private let suspendsOnCancel: Bool

    /// - Parameter suspendsOnCancel: what the end of the task that waits for the run means: that the run is given up, or
    ///   that it is cancelled.
    init(suspendsOnCancel: Bool = false) {
        self.suspendsOnCancel = suspendsOnCancel
    }

    /// Whether it is to be left as it is.
    var isSuspended: Bool { suspended.withLock { $0 } }

    /// Runs `body`, which the other calls cancel, on the pool's threads: a task of its own does not inherit them.
    func run<Result: Sendable>(on pool: WorkerPool, _ body: @escaping @Sendable () async -> Result) async -> Result {
        // Heard from before the beginning: a body that does not suspend has ended before there is a task to be cancelled.
        await withTaskCancellationHandler {
            await Task.immediate(executorPreference: pool) { [canceller] in
                await withUnsafeCurrentTask { current in
                    canceller.begin(current)
                    defer { canceller.end() }
                    return await body()
                }
            }.value
        } onCancel: {
            if suspendsOnCancel { suspend() } else { cancel() }
        }
    }

    /// Runs `body`, which `cancel` leaves alone: what a run does at its end.
    func end<Result: Sendable>(on pool: WorkerPool, _ body: @escaping @Sendable () async -> Result) async -> Result {
        let canceller = endCanceller
        return await Task(executorPreference: pool) {
            await withUnsafeCurrentTask { current in
                canceller.begin(current)
                defer { canceller.end() }
                return await body()
            }
        }.value
    }

    /// It is taken back and recorded as cancelled.
    func cancel() { canceller.cancel() }

    /// It stops where it is, without a trace of that.
    func suspend() {
        suspended.withLock { $0 = true }
        canceller.cancel()
        endCanceller.cancel()
    }
}
