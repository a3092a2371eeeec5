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
        let time = ContinuousClock.now + duration
        let (place, isNext, isFirst) = state.withLock { state in
            defer { state.hasThread = true }
            let (place, isNext) = state.add(at: time, ring)
            return (place, isNext, !state.hasThread)
        }
        if isFirst {
            WorkerThread.start(name: "alarm-clock") { self.run() }
        } else if isNext {
            changed.notify()
        }
        return Alarm { self.state.withLock { $0.remove(place) } }
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
    /// When the thread looks again without being told to; nil: never.
    private var next: ContinuousClock.Instant?
    var hasThread = false

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

    mutating func remove(_ place: Place) {
        if entries[place.index]?.id == place.id { clear(place.index) }
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
            next = first?.entry.time
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
