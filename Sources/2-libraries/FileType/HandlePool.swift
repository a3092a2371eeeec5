internal import Platform

/// Lends libmagic handles to threads: makes them on demand up to `capacity`, then lets borrowers wait.
///
/// `@unchecked Sendable`: `idle` and `made` are touched only with the monitor's lock.
final class HandlePool: @unchecked Sendable {
    private let monitor = Monitor()
    private let database: Path?
    private let capacity: Int
    private var idle: [MagicHandle] = []
    private var made = 0

    init(database: Path?, capacity: Int) {
        precondition(capacity > 0, "a pool needs a handle")
        self.database = database
        self.capacity = capacity
    }

    /// How many handles exist, lent ones included.
    var count: Int {
        monitor.withLock { made }
    }

    /// Runs `body` with a handle that no other thread has; blocks while all are lent.
    func withHandle<Result>(
        _ body: (MagicHandle) throws(FileTypeError) -> Result
    ) throws(FileTypeError) -> Result {
        let handle = try take()
        defer { put(handle) }
        return try body(handle)
    }

    private func take() throws(FileTypeError) -> MagicHandle {
        monitor.lock()
        while idle.isEmpty, made == capacity { monitor.wait() }
        if let handle = idle.popLast() {
            monitor.unlock()
            return handle
        }
        made += 1
        monitor.unlock()
        // Outside the lock: loading the database must not hold up those who return or take a loaded handle.
        do {
            return try MagicHandle(database: database)
        } catch {
            monitor.withLock { made -= 1 }
            monitor.wakeOne()
            throw error
        }
    }

    private func put(_ handle: MagicHandle) {
        monitor.withLock { idle.append(handle) }
        monitor.wakeOne()
    }
}
