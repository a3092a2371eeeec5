internal import Synchronization

/// Something for the writer's thread to do in a transaction.
protocol WriteJob: Sendable {
    /// Whose work it is: a failure of a recorded job fails the next awaited one with the same key.
    var key: String { get }
    var durability: Durability { get }

    /// Does the work; called again when the transaction could not be committed.
    func attempt(_ connection: Connection) throws

    /// The same for work that only then knows whose it was: asked after `attempt`.
    var keyOfResult: String? { get }

    /// Called once: after the commit, or with the reason why there was none.
    func finish(_ error: (any Error)?)
}

/// What a commit has to do for a job.
enum Durability {
    /// Nobody waits for it: it goes with the next commit.
    case recorded
    /// Committed, not synced.
    case unsynced
    /// Synced to the disk.
    case synced
}

extension WriteJob {
    var keyOfResult: String? { nil }
}

/// A write that nobody waits for.
struct RecordedWrite: WriteJob {
    let key: String
    let body: @Sendable (Connection) throws -> Void
    var durability: Durability { .recorded }

    func attempt(_ connection: Connection) throws { try body(connection) }
    func finish(_ error: (any Error)?) {}
}

/// A write that a task waits for.
///
/// `@unchecked Sendable`: only the writer's thread touches `result`.
final class AwaitedWrite<Result: Sendable>: WriteJob, @unchecked Sendable {
    let key: String
    let durability: Durability
    private let body: @Sendable (Connection) throws -> Result
    private let resultKey: @Sendable (Result) -> String?
    private let continuation: CheckedContinuation<Result, any Error>
    private var result: Result?

    init(
        key: String, durability: Durability, resultKey: @escaping @Sendable (Result) -> String?,
        body: @escaping @Sendable (Connection) throws -> Result,
        continuation: CheckedContinuation<Result, any Error>
    ) {
        self.key = key
        self.durability = durability
        self.resultKey = resultKey
        self.body = body
        self.continuation = continuation
    }

    var keyOfResult: String? { result.flatMap(resultKey) }

    func attempt(_ connection: Connection) throws {
        result = nil
        result = try body(connection)
    }

    func finish(_ error: (any Error)?) {
        switch (error, result) {
        case (let error?, _): continuation.resume(throwing: error)
        case (nil, let result?): continuation.resume(returning: result)
        case (nil, nil): preconditionFailure("a write was committed without having run")
        }
    }
}

/// Waits for everything before it, whoever's it is.
struct Flush: WriteJob {
    let continuation: CheckedContinuation<Void, any Error>
    var key: String { "" }
    var durability: Durability { .synced }

    func attempt(_ connection: Connection) throws {}

    func finish(_ error: (any Error)?) {
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
}

/// What a writer has done so far.
final class WriteCounts: Sendable {
    let values = Mutex(Writer.Counts())
}
