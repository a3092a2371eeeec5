internal import Glibc
internal import Synchronization

/// Calls closures after a while, on one thread of its own. Setting and stopping an alarm costs well under a microsecond,
/// so that every stage may have one; a sleeping task would cost a task, a timer and several switches of threads.
public final class AlarmClock: Sendable {
    /// Of the whole process.
    public static let shared = AlarmClock()

    private let state: Mutex<AlarmState>
    private let changed = ThreadSignal()

    /// Its thread starts with the first alarm and lives as long as the process.
    public init() {
        state = Mutex(AlarmState())
    }

    /// - Parameter ring: must not block: other alarms wait for it.
    public func set(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let (id, isNext, isFirst) = state.withLock { state in
            defer { state.hasThread = true }
            let (id, isNext) = state.add(at: .now + duration, ring)
            return (id, isNext, !state.hasThread)
        }
        if isFirst {
            WorkerThread.start(name: "alarm-clock") { self.run() }
        } else if isNext {
            changed.notify()
        }
        return Alarm { self.state.withLock { $0.remove(id) } }
    }

    private func run() {
        while true {
            let (ring, next) = state.withLock { $0.takeDue(.now) }
            if let ring { ring() } else { changed.wait(until: next) }
        }
    }
}

/// An alarm that has been set.
public struct Alarm: Sendable {
    /// Makes it never ring, unless it is ringing already. Doing it twice does no harm.
    public let stop: @Sendable () -> Void

    /// One that will not ring.
    public static let stopped = Alarm {}

    init(stop: @escaping @Sendable () -> Void) {
        self.stop = stop
    }
}

/// The alarms that are set, the earliest first. Entries of those that were stopped go when they come up or outnumber the others.
struct AlarmState {
    private struct Entry {
        let time: ContinuousClock.Instant
        let id: UInt64
    }

    private var heap = Heap<Entry> { $0.time < $1.time }
    private var rings: [UInt64: @Sendable () -> Void] = [:]
    private var last: UInt64 = 0
    var hasThread = false

    /// How many can still ring.
    var count: Int { rings.count }

    /// - Returns: its number, and whether it is now the earliest.
    mutating func add(
        at time: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void
    ) -> (id: UInt64, isNext: Bool) {
        last += 1
        rings[last] = ring
        heap.insert(Entry(time: time, id: last))
        return (last, heap.first?.id == last)
    }

    mutating func remove(_ id: UInt64) {
        guard rings.removeValue(forKey: id) != nil, heap.count > 64, heap.count > 2 * rings.count else { return }
        heap.removeAll { rings[$0.id] == nil }
    }

    /// Takes the earliest out if it is due. One at a time: another one that is due too can be stopped while it rings.
    ///
    /// - Returns: its closure, or when the next one is due.
    mutating func takeDue(
        _ now: ContinuousClock.Instant
    ) -> (due: (@Sendable () -> Void)?, next: ContinuousClock.Instant?) {
        while let first = heap.first, first.time <= now || rings[first.id] == nil {
            _ = heap.popFirst()
            if let ring = rings.removeValue(forKey: first.id) { return (ring, nil) }
        }
        return (nil, heap.first?.time)
    }
}
