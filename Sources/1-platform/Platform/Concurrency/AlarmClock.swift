internal import Glibc
internal import Synchronization

/// Calls closures after a while, on one thread of its own. Setting and stopping an alarm costs well under a microsecond,
/// so that every stage may have one; a sleeping task would cost a task, a timer and several switches of threads.
public final class AlarmClock: Sendable {
    /// Of the whole process.
    public static let shared = AlarmClock()

    /// Some of the alarms with a lock of their own. With one lock for all, a run's threads stood in line for it: a tenth of
    /// their time.
    private final class Part: Sendable {
        let state = Guarded(AlarmState())
    }

    private let parts = (0..<16).map { _ in Part() }
    private let hasThread = Atomic(false)
    private let changed = ThreadSignal()

    /// Its thread starts with the first alarm and lives as long as the process.
    public init() {}

    /// - Parameter ring: must not block: other alarms wait for it.
    public func set(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let time = ContinuousClock.now + duration
        // Threads lie far apart, and each mostly uses its own part.
        let part = parts[Int((pthread_self() >> 12 ^ pthread_self() >> 16) & 15)]
        let (place, isNext) = part.state.withLock { $0.add(at: time, ring) }
        if !hasThread.load(ordering: .relaxed), !hasThread.exchange(true, ordering: .relaxed) {
            WorkerThread.start(name: "alarm-clock") { self.run() }
        } else if isNext {
            changed.notify()
        }
        return Alarm {
            // What the closure holds goes when the lock has been given up.
            _ = part.state.withLock { $0.remove(place) }
        }
    }

    private func run() {
        while true {
            var next: ContinuousClock.Instant?
            var hasRung = false
            for part in parts {
                let (ring, time) = part.state.withLock { $0.takeDue(.now) }
                if let ring {
                    ring()
                    hasRung = true
                } else if let time, next.map({ time < $0 }) ?? true {
                    next = time
                }
            }
            if !hasRung { changed.wait(until: next) }
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

/// The alarms that are set, in a heap with the earliest first: setting one that is later than most, stopping one and taking
/// the next cost little however many there are. A server with thousands of connections has more than one for each.
struct AlarmState {
    /// Where an alarm is found, and which one.
    struct Place {
        fileprivate let slot: Int
        fileprivate let id: UInt64
    }

    private struct Entry {
        let time: ContinuousClock.Instant
        let id: UInt64
        let slot: Int
        let ring: @Sendable () -> Void
    }

    /// No entry is earlier than its parent, the one at (index - 1) / 2.
    private var heap: [Entry] = []
    /// Where in the heap the entry of a slot is; of a free slot anywhere.
    private var indices: [Int] = []
    private var free: [Int] = []
    private var last: UInt64 = 0
    /// When the thread looks here again without being told to; nil: never.
    private var next: ContinuousClock.Instant?

    /// How many can still ring.
    var count: Int { heap.count }

    /// - Returns: where it is, and whether the thread has to be told.
    mutating func add(
        at time: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void
    ) -> (place: Place, isNext: Bool) {
        last += 1
        let slot = free.popLast() ?? indices.count
        if slot == indices.count { indices.append(0) }
        heap.append(Entry(time: time, id: last, slot: slot, ring: ring))
        moveUp(from: heap.count - 1)
        let isNext = next.map { time < $0 } ?? true
        if isNext { next = time }
        return (Place(slot: slot, id: last), isNext)
    }

    /// - Returns: what it would have called; nil: it has rung, or was removed before.
    mutating func remove(_ place: Place) -> (@Sendable () -> Void)? {
        let index = indices[place.slot]
        guard index < heap.count, heap[index].id == place.id else { return nil }
        return take(at: index).ring
    }

    /// Takes the earliest out if it is due. One at a time: another one that is due too can be stopped while it rings.
    ///
    /// - Returns: its closure, or when the next one is due.
    mutating func takeDue(
        _ now: ContinuousClock.Instant
    ) -> (due: (@Sendable () -> Void)?, next: ContinuousClock.Instant?) {
        guard let first = heap.first?.time, first <= now else {
            // As was said before, even if the alarm that it was said for is gone: otherwise, whenever all are stopped, the
            // thread would have to be told of the next one that is set, which is once or more for each run.
            if next.map({ $0 <= now }) ?? true { next = heap.first?.time }
            return (nil, next)
        }
        return (take(at: 0).ring, nil)
    }

    private mutating func take(at index: Int) -> Entry {
        let entry = heap[index]
        free.append(entry.slot)
        let last = heap.removeLast()
        if index < heap.count {
            put(last, at: index)
            moveDown(from: index)
            moveUp(from: index)
        }
        return entry
    }

    private mutating func put(_ entry: Entry, at index: Int) {
        heap[index] = entry
        indices[entry.slot] = index
    }

    private mutating func moveUp(from start: Int) {
        let entry = heap[start]
        var index = start
        while index > 0, entry.time < heap[(index - 1) / 2].time {
            put(heap[(index - 1) / 2], at: index)
            index = (index - 1) / 2
        }
        put(entry, at: index)
    }

    private mutating func moveDown(from start: Int) {
        let entry = heap[start]
        var index = start
        while true {
            var child = 2 * index + 1
            if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
            guard child < heap.count, heap[child].time < entry.time else { break }
            put(heap[child], at: index)
            index = child
        }
        put(entry, at: index)
    }
}
