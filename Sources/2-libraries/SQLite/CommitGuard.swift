internal import CSQLite
internal import Synchronization

/// Turns a COMMIT into a ROLLBACK while it is refusing: what shares a transaction with others must not end it.
final class CommitGuard {
    var isRefusing = false

    /// Lives as long as the connection does, which removes the hook before it is released.
    func install(on handle: OpaquePointer) {
        sqlite3_commit_hook(
            handle,
            { context in
                guard let context else { return 0 }
                return Unmanaged<CommitGuard>.fromOpaque(context).takeUnretainedValue().isRefusing ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// When a transaction takes its lock, https://sqlite.org/lang_transaction.html.
public enum TransactionMode: String, Sendable {
    /// At the first statement; for reading.
    case deferred = "BEGIN DEFERRED"
    /// At once, as the only writer. A deferred transaction that turns to writing later can fail without a chance to wait.
    case immediate = "BEGIN IMMEDIATE"
}

/// Stops what a connection runs, from any thread.
///
/// A request stays in force, for statements that run and those that start later, until the connection's user takes it
/// back. (`sqlite3_interrupt` alone is lost when it comes between two statements.)
public final class Interrupter: Sendable {
    private let requested = Atomic<Bool>(false)

    init() {}

    /// Makes the connection's statements end with `ResultCode.interrupted` within some thousand steps of SQLite's
    /// virtual machine.
    public func interrupt() {
        requested.store(true, ordering: .releasing)
    }

    /// Takes the request back.
    public func clear() {
        requested.store(false, ordering: .releasing)
    }

    /// Whether a request is in force.
    public var isInterrupted: Bool { requested.load(ordering: .acquiring) }
}
