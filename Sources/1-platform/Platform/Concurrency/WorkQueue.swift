internal import Glibc

/// An unbounded first-in-first-out queue between threads: takers block, putters do not.
///
/// `@unchecked Sendable`: what can change is touched only under `mutex`, which Swift cannot see because a
/// condition variable needs the pthread mutex itself.
public final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var items: [Element] = []
    private var head = 0
    private var isClosed = false
    /// Takers that wait.
    private var waiting = 0
    /// One of them is being woken. It wakes the next one if there is more than it takes: who puts much at once wakes one
    /// thread instead of all of them, and those that are awake anyway take what there is.
    private var isWaking = false

    /// Empty and open.
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

    /// Adds an element and wakes one taker. Elements put after `close` are still taken.
    public func put(_ element: Element) {
        pthread_mutex_lock(mutex)
        items.append(element)
        let wakes = wakesOne()
        pthread_mutex_unlock(mutex)
        // Without the mutex, which the taker would otherwise wake up to wait for.
        if wakes { pthread_cond_signal(condition) }
    }

    /// Whether a waiting taker has to be woken.
    private func wakesOne() -> Bool {
        if waiting == 0 || isWaking { return false }
        isWaking = true
        return true
    }

    private func wait() {
        waiting += 1
        pthread_cond_wait(condition, mutex)
        waiting -= 1
        isWaking = false
    }

    /// Waits for the next element; nil once the queue is closed and empty.
    public func take() -> Element? {
        pthread_mutex_lock(mutex)
        while head == items.count {
            if isClosed {
                pthread_mutex_unlock(mutex)
                return nil
            }
            wait()
        }
        let element = items[head]
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1_024, head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
        let wakes = head < items.count && wakesOne()
        pthread_mutex_unlock(mutex)
        if wakes { pthread_cond_signal(condition) }
        return element
    }

    /// Waits for at least one element and takes all there are; empty once the queue is closed and empty.
    public func takeAll() -> [Element] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while head == items.count {
            if isClosed { return [] }
            wait()
        }
        let taken = Array(items[head...])
        items.removeAll(keepingCapacity: true)
        head = 0
        return taken
    }

    /// Lets takers go once the queue is empty.
    public func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }
}
