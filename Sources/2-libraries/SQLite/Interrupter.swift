internal import Synchronization

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
