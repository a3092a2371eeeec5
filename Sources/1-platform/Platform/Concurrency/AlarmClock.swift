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
        let state = Mutex(AlarmState())
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

/// The alarms that are set, in no order: nearly all are stopped long before their time, so that setting and stopping have to
/// be cheap, and looking for the next one, which only their thread does, need not be.
struct AlarmState {
    /// Where an alarm is, and which one.
    struct Place {
        fileprivate let index: Int
        fileprivate let id: UInt64
    }

    private struct Entry {
        let time: ContinuousClock.Instant
        let id: UInt64
        let ring: @Sendable () -> Void
    }

    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var last: UInt64 = 0
    /// When the thread looks here again without being told to; nil: never.
    private var next: ContinuousClock.Instant?

    /// How many can still ring.
    var count: Int { entries.count - free.count }

    /// - Returns: where it is, and whether the thread has to be told.
    mutating func add(
        at time: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void
    ) -> (place: Place, isNext: Bool) {
        last += 1
        let entry = Entry(time: time, id: last, ring: ring)
        let index: Int
        if let place = free.popLast() {
            index = place
            entries[index] = entry
        } else {
            index = entries.count
            entries.append(entry)
        }
        let isNext = next.map { time < $0 } ?? true
        if isNext { next = time }
        return (Place(index: index, id: last), isNext)
    }

    /// - Returns: what it would have called; nil: it has rung, or was removed before.
    mutating func remove(_ place: Place) -> (@Sendable () -> Void)? {
        guard let entry = entries[place.index], entry.id == place.id else { return nil }
        clear(place.index)
        return entry.ring
    }

    /// Takes the earliest out if it is due. One at a time: another one that is due too can be stopped while it rings.
    ///
    /// - Returns: its closure, or when the next one is due.
    mutating func takeDue(
        _ now: ContinuousClock.Instant
    ) -> (due: (@Sendable () -> Void)?, next: ContinuousClock.Instant?) {
        var first: (index: Int, entry: Entry)?
        for case (let index, let entry?) in entries.enumerated() where first.map({ entry.time < $0.entry.time }) ?? true
        {
            first = (index, entry)
        }
        guard let first, first.entry.time <= now else {
            // As was said before, even if the alarm that it was said for is gone: otherwise, whenever all are stopped, the
            // thread would have to be told of the next one that is set, which is once or more for each run.
            if next.map({ $0 <= now }) ?? true { next = first?.entry.time }
            return (nil, next)
        }
        clear(first.index)
        return (first.entry.ring, nil)
    }

    private mutating func clear(_ index: Int) {
        entries[index] = nil
        free.append(index)
    }
}
