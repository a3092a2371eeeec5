/// Of a `WorkerPool`, or of what shares one.
extension TaskExecutor {
    /// Runs a blocking closure on one of the executor's threads and returns its result. Cancellation does not interrupt it:
    /// wire the library's own interrupt where there is one, or ask `Task.isCancelled` between its parts.
    public func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(self) { try await call(body) }
    }
}

@concurrent
private func call<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try body()
}
