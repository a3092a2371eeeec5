internal import Documents
internal import Pipelines
internal import Platform

/// Runs `body`, and cancels it when it takes longer than `limit`. Returns when `body` has returned: a body that blocks
/// and does not look at its cancellation is waited for. What it gave although it was too late still counts: an effect
/// that has happened must be recorded.
///
/// - Throws: what `body` throws; `StageError` of class `timeout` when the limit had passed before it failed.
func withTimeout<Result: Sendable>(
    _ limit: TimeSpan, on pool: WorkerPool, clock: EngineClock, message: @autoclosure () -> String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let canceller = TaskCanceller()
    let alarm = clock.alarm(.milliseconds(limit.milliseconds)) { canceller.cancel() }
    defer { alarm.stop() }
    // Starts here and now, on this thread: a body that does not suspend costs no switch of threads. It is a task of its
    // own, so that cancelling it leaves the run's task as it is.
    let task = Task.immediate(executorPreference: pool) {
        try await withUnsafeCurrentTask { current in
            canceller.begin(current)
            defer { canceller.end() }
            return try await body()
        }
    }
    do {
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    } catch {
        if canceller.hasCancelled, (error as? StageError)?.outcome != .rejected {
            throw StageError.failed(.timeout, "timeout", message())
        }
        throw error
    }
}
