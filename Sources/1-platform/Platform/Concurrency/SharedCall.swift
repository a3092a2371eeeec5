internal import Glibc

/// A blocking call whose effect holds for all who ask for it at the same time, such as a sync of one folder: whoever asks
/// while it goes on waits, and then one call serves all that have waited.
///
/// `@unchecked Sendable`: the counts are touched only under `mutex`, which Swift cannot see because a condition variable
/// needs the pthread mutex itself.
public final class SharedCall: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var asked: UInt64 = 0
    /// All that had asked before a call began which has succeeded.
    private var served: UInt64 = 0
    private var isCalling = false

    /// No call has been made yet.
    public init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Returns when a call has succeeded that began after this one of `run`: `body`, or that of somebody else who asks for
    /// the same. A failure is thrown to the one whose call it was, and the others call for themselves.
    ///
    /// - Throws: what `body` throws.
    public func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        pthread_mutex_lock(mutex)
        asked += 1
        let mine = asked
        while isCalling, served < mine { pthread_cond_wait(condition, mutex) }
        if served >= mine {
            pthread_mutex_unlock(mutex)
            return
        }
        isCalling = true
        let all = asked
        pthread_mutex_unlock(mutex)
        do throws(Failure) {
            try body()
        } catch {
            end(served: nil)
            throw error
        }
        end(served: all)
    }

    private func end(served all: UInt64?) {
        pthread_mutex_lock(mutex)
        if let all { served = all }
        isCalling = false
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }
}
