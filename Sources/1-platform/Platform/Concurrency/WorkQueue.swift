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

    /// Starts a taker, and says whether it could.
    private let startTaker: (@Sendable (WorkQueue, Int) -> Bool)?
    private let maxTakers: Int
    private var startedTakers = 0
    /// One has been started and has not taken anything yet. As with those that are woken, it starts the next one.
    private var isStarting = false

    /// Empty and open. Takers come by themselves.
    public convenience init() {
        self.init(maxTakers: 0, startTaker: nil)
    }

    /// Empty and open. A taker is started whenever there is something to be taken, none waits for it, and there are fewer than
    /// `maxTakers`.
    ///
    /// - Parameter startTaker: is to have another thread call `serve`; given the taker's number, from 0. Says whether it could;
    ///   if not, those that there are go on with the work. The first one has to be had.
    convenience init(maxTakers: Int, startTaker: @escaping @Sendable (WorkQueue, Int) -> Bool) {
        self.init(maxTakers: maxTakers, startTaker: .some(startTaker))
    }

    private init(maxTakers: Int, startTaker: (@Sendable (WorkQueue, Int) -> Bool)?) {
        self.maxTakers = maxTakers
        self.startTaker = startTaker
    }

    /// Adds an element and wakes one taker. Elements put after `close` are still taken.
    public func put(_ element: Element) {
        monitor.lock()
        items.append(element)
        rouse()
    }

    /// With the lock, which it gives back: sees to it that somebody takes what there is.
    private func rouse() {
        let wakes = wakesOne()
        let number = wakes ? nil : startsOne()
        monitor.unlock()
        if wakes { monitor.wakeOne() }
        if let number { start(number) }
    }

    /// The number of a taker that has to be started.
    private func startsOne() -> Int? {
        if waiting > 0 || isStarting || startedTakers >= maxTakers { return nil }
        isStarting = true
        startedTakers += 1
        return startedTakers - 1
    }

    private func start(_ number: Int) {
        if startTaker?(self, number) ?? false { return }
        let isAlone = monitor.withLock {
            isStarting = false
            startedTakers -= 1
            return startedTakers == 0
        }
        if isAlone { WorkerThread.endProcess() }
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

    /// Gives all elements to `body`, on the thread of a taker that was started, until the queue is closed and empty.
    func serve(_ body: (Element) -> Void) {
        var isFirst = true
        while let element = take(isFirst: isFirst) {
            isFirst = false
            body(element)
        }
    }

    /// Waits for the next element; nil once the queue is closed and empty.
    public func take() -> Element? { take(isFirst: false) }

    private func take(isFirst: Bool) -> Element? {
        monitor.lock()
        if isFirst { isStarting = false }
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
        if head < items.count { rouse() } else { monitor.unlock() }
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
