internal import Platform
internal import Synchronization

/// Connections that only read, each used by one thread at a time, for concurrent reads beside one `Writer`.
public final class ReaderPool: Sendable {
    /// A connection between two uses.
    ///
    /// `@unchecked Sendable`: taken from the list by one thread, used by that one, put back.
    private struct Idle: @unchecked Sendable {
        let connection: Connection
    }

    private struct State {
        var idle: [Idle] = []
        var isClosed = false
    }

    private let pool: WorkerPool
    private let open: @Sendable () throws -> Connection
    private let state = Mutex(State())

    /// Starts the threads; connections are opened when they are first needed.
    ///
    /// - Parameters:
    ///   - width: number of threads, and the most connections.
    ///   - open: opens one, on a thread of the pool.
    public init(width: Int, open: @escaping @Sendable () throws -> Connection) {
        pool = WorkerPool(name: "sqlite-read", width: width)
        self.open = open
    }

    /// Runs `body` in a read transaction: all its statements see the same state of the database, the newest commit.
    ///
    /// - Throws: what `body` and opening throw; `CancellationError` when the task is cancelled, which interrupts the
    ///   statement that runs.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let use = Use()
        return try await withTaskCancellationHandler {
            try await pool.run { try self.run(body, use) }
        } onCancel: {
            use.cancel()
        }
    }

    /// Closes the connections that are not in use, and the others when their reads end. Later reads fail.
    public func close() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            state.isClosed = true
            return state.idle
        }
        withExtendedLifetime(idle) {}
    }

    private func run<Result>(_ body: (Connection) throws -> Result, _ use: Use) throws -> Result {
        let connection = try take()
        defer { put(connection) }
        try use.begin(with: connection.interrupter)
        defer { use.end() }
        do {
            return try connection.transaction(.deferred) { try body(connection) }
        } catch let error as SQLiteError where error.isInterrupted && use.isCancelled {
            throw CancellationError()
        }
    }

    private func take() throws -> Connection {
        let idle = try state.withLock { state throws(SQLiteError) in
            if state.isClosed {
                throw SQLiteError(.misuse, operation: "read", message: "the database has been closed")
            }
            return state.idle.popLast()
        }
        return try idle?.connection ?? open()
    }

    private func put(_ connection: Connection) {
        let idle = Idle(connection: connection)
        state.withLock { if !$0.isClosed { $0.idle.append(idle) } }
    }

    /// Ties a task's cancellation to the connection that serves it, and only while it does.
    private final class Use: Sendable {
        private struct State {
            var interrupter: Interrupter?
            var isCancelled = false
        }

        private let state = Mutex(State())

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        func begin(with interrupter: Interrupter) throws {
            let isCancelled = state.withLock { state in
                state.interrupter = interrupter
                return state.isCancelled
            }
            if isCancelled { throw CancellationError() }
        }

        func end() {
            state.withLock { state in
                state.interrupter?.clear()
                state.interrupter = nil
            }
        }

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.interrupter?.interrupt()
            }
        }
    }
}
