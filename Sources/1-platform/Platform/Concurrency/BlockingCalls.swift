extension WorkerPool {
    /// Runs a blocking closure on one of the pool's threads and returns its result. Cancellation does not interrupt it:
    /// wire the library's own interrupt where there is one.
    public func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(self) {
            try await Self.call(body)
        }
    }

    @concurrent
    private static func call<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
        try body()
    }
}
