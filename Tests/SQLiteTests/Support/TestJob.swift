internal import SQL
internal import Synchronization

@testable import SQLite

/// A job handed straight to the writer's thread object, so that a test decides what shares a transaction.
final class TestJob: WriteJob {
    struct Refused: Error, Equatable {}

    let key: String
    let durability: Durability
    private let body: @Sendable (Connection) throws -> Void
    private let state = Mutex((attempts: 0, outcomes: [String]()))

    init(
        _ durability: Durability = .synced, key: String = "", _ body: @escaping @Sendable (Connection) throws -> Void
    ) {
        self.key = key
        self.durability = durability
        self.body = body
    }

    /// Inserts a number.
    convenience init(_ number: Int, _ durability: Durability = .synced, key: String = "") {
        self.init(durability, key: key) { try $0.execute("INSERT INTO t (x) VALUES (?)", [number]) }
    }

    var attempts: Int { state.withLock { $0.attempts } }
    /// "ok" or the error, as often as it was told.
    var outcomes: [String] { state.withLock { $0.outcomes } }

    func attempt(_ connection: Connection) throws {
        state.withLock { $0.attempts += 1 }
        try body(connection)
    }

    func finish(_ error: (any Error)?) {
        let outcome = error.map { ($0 as? SQLiteError)?.code.description ?? "\($0)" } ?? "ok"
        state.withLock { $0.outcomes.append(outcome) }
    }
}
