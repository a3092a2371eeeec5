internal import Glibc
internal import Platform

/// Lends libmagic handles to threads: makes them on demand up to `capacity`, then lets borrowers wait.
///
/// `@unchecked Sendable`: `idle` and `made` are touched only under `mutex`, which Swift cannot see because a condition
/// variable needs the pthread mutex itself.
final class HandlePool: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let database: Path?
    private let capacity: Int
    private var idle: [MagicHandle] = []
    private var made = 0

    init(database: Path?, capacity: Int) {
        precondition(capacity > 0, "a pool needs a handle")
        self.database = database
        self.capacity = capacity
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// How many handles exist, lent ones included.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return made
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
        pthread_mutex_lock(mutex)
        while idle.isEmpty, made == capacity { pthread_cond_wait(condition, mutex) }
        if let handle = idle.popLast() {
            pthread_mutex_unlock(mutex)
            return handle
        }
        made += 1
        pthread_mutex_unlock(mutex)
        // Outside the lock: loading the database must not hold up those who return or take a loaded handle.
        do {
            return try MagicHandle(database: database)
        } catch {
            pthread_mutex_lock(mutex)
            made -= 1
            pthread_cond_signal(condition)
            pthread_mutex_unlock(mutex)
            throw error
        }
    }

    private func put(_ handle: MagicHandle) {
        pthread_mutex_lock(mutex)
        idle.append(handle)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }
}
