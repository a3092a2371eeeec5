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
