/// An unbounded first-in-first-out queue between threads: takers block, putters do not.
///
/// `@unchecked Sendable`: what can change is touched only with the monitor's lock.
public final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var items: [Element] = []
    private var head = 0
    private var isClosed = false
    /// Takers that wait.
    private var waiting = 0
    /// One of them is being woken. It wakes the next one if there is more than it takes: who puts much at once wakes one
    /// thread instead of all of them, and those that are awake anyway take what there is.
    private var isWaking = false

    /// Empty and open.
    public init() {}

    /// Adds an element and wakes one taker. Elements put after `close` are still taken.
    public func put(_ element: Element) {
        monitor.lock()
        items.append(element)
        let wakes = wakesOne()
        monitor.unlock()
        if wakes { monitor.wakeOne() }
    }

    /// Whether a waiting taker has to be woken.
    private func wakesOne() -> Bool {
        if waiting == 0 || isWaking { return false }
        isWaking = true
        return true
    }

    private func wait() {
        waiting += 1
        monitor.wait()
        waiting -= 1
        isWaking = false
    }

    /// Waits for the next element; nil once the queue is closed and empty.
    public func take() -> Element? {
        monitor.lock()
        while head == items.count {
            if isClosed {
                monitor.unlock()
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
        monitor.unlock()
        if wakes { monitor.wakeOne() }
        return element
    }

    /// Waits for at least one element and takes all there are; empty once the queue is closed and empty.
    public func takeAll() -> [Element] {
        monitor.lock()
        defer { monitor.unlock() }
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
        monitor.lock()
        isClosed = true
        monitor.unlock()
        monitor.wakeAll()
    }
}
