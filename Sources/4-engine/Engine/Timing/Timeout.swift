internal import Documents
internal import Pipelines

/// Runs `body`, and cancels it when it takes longer than `limit`. Returns when `body` has returned: a body that blocks
/// and does not look at its cancellation is waited for.
///
/// - Throws: what `body` throws; `StageError` of class `timeout` when the limit passed first.
func withTimeout<Result: Sendable>(
    _ limit: TimeSpan, clock: EngineClock, message: @autoclosure @escaping @Sendable () -> String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(.milliseconds(limit.milliseconds))
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        if let result = first { return result }
        group.cancelAll()
        // What the body gave although it was too late still counts: an effect that has happened must be recorded.
        if let late = try? await group.next(), let result = late { return result }
        throw StageError.failed(.timeout, "timeout", message())
    }
}
