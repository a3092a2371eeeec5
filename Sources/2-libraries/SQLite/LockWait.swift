internal import CSQLite
internal import Glibc

/// How a connection waits for another one's lock.
///
/// SQLite has no queue of those who wait: each of them looks again after a while. Its own handler soon looks only every
/// 50 or 100 ms, so that whoever waits beside a process that writes much finds the lock taken again and again, and waits for
/// half a second in which it was free most of the time. This one looks every millisecond.
final class LockWait {
    /// In which a wait that is short looks more often still.
    private static let eager: Int32 = 10

    private let timeout: Duration
    private var start = ContinuousClock.now

    init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Lives as long as the connection does. A connection that never waits gets no handler.
    func install(on handle: OpaquePointer) {
        guard timeout > .zero else { return }
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue().wait(after: count) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// - Parameter looks: how often the lock was found taken before this time.
    /// - Returns: whether to look again; false: it took too long.
    private func wait(after looks: Int32) -> Bool {
        let now = ContinuousClock.now
        if looks == 0 { start = now }
        let waited = now - start
        if waited >= timeout { return false }
        // Who has waited for seconds waits for something that is stuck.
        let pause = looks < Self.eager ? 200 : waited < .seconds(1) ? 1_000 : 5_000
        usleep(UInt32(pause))
        return true
    }
}
