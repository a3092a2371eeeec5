import Engine
import Synchronization

@testable import Platform
@testable import Scheduling

/// Clocks that a test sets: time stands still until `advance` or `step`. Nobody has to sleep for it.
final class StubClock: Sendable {
    private typealias Waiter = (isMet: @Sendable () -> Bool, continuation: CheckedContinuation<Void, Never>)

    private struct State {
        var now: Timestamp
        var uptime = Duration.zero
        var last = 0
        var alarms: [Int: (due: Duration, ring: @Sendable () -> Void)] = [:]
        var sleepers: [Int: (due: Duration, continuation: CheckedContinuation<Bool, Never>, name: String?)] = [:]
        /// Woken before they slept.
        var early: Set<String> = []
        var waiters: [Waiter] = []
        /// How often something has changed.
        var changes = 0
    }

    private let state: Mutex<State>

    init(_ now: Timestamp) {
        state = Mutex(State(now: now))
    }

    var now: Timestamp { state.withLock { $0.now } }

    var clock: SchedulerClock {
        SchedulerClock(
            now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
            sleep: { duration in
                try Task.checkCancellation()
                await self.rest(for: duration, name: nil)
                try Task.checkCancellation()
            }, alarm: { self.alarm(after: $0, $1) })
    }

    private func alarm(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        if duration <= .zero {
            ring()
            return .stopped
        }
        let id = state.withLock { state in
            state.last += 1
            state.alarms[state.last] = (state.uptime + duration, ring)
            return state.last
        }
        check()
        return Alarm { self.state.withLock { $0.alarms[id] = nil } }
    }

    /// - Returns: whether it slept to the end.
    @discardableResult
    func rest(for duration: Duration, name: String?) async -> Bool {
        if duration <= .zero { return true }
        return await withCheckedContinuation { continuation in
            let isWoken = state.withLock { state in
                if let name, state.early.remove(name) != nil { return true }
                state.last += 1
                state.sleepers[state.last] = (state.uptime + duration, continuation, name)
                return false
            }
            if isWoken { continuation.resume(returning: false) }
            check()
        }
    }

    /// Ends the sleep with that name before its time, also one that has not begun.
    func wake(_ name: String) {
        let woken = state.withLock { state in
            let ids = state.sleepers.filter { $0.value.name == name }.map(\.key)
            if ids.isEmpty { state.early.insert(name) }
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }
        }
        for sleeper in woken { sleeper.continuation.resume(returning: false) }
    }

    func wakeAll() {
        let woken = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for sleeper in woken.values { sleeper.continuation.resume(returning: false) }
    }

    // MARK: Time passes

    /// Both clocks go on, and what is due wakes up.
    func advance(by duration: Duration) {
        let (rings, woken) = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.uptime += duration
            let rings = state.alarms.filter { $0.value.due <= state.uptime }
            for id in rings.keys { state.alarms[id] = nil }
            let woken = state.sleepers.filter { $0.value.due <= state.uptime }
            for id in woken.keys { state.sleepers[id] = nil }
            return (rings, woken)
        }
        for sleeper in woken.values { sleeper.continuation.resume(returning: true) }
        for alarm in rings.values { alarm.ring() }
    }

    /// The clock on the wall is set.
    func step(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// How long until something wakes up; nil: nothing will.
    var pause: Duration? {
        state.withLock { state in
            (state.alarms.values.map(\.due) + state.sleepers.values.map(\.due)).min().map { $0 - state.uptime }
        }
    }

    // MARK: Waiting for others

    /// Waits until an alarm is set, which a scheduler does when it has nothing else to do, and the condition holds.
    func settled(_ condition: @escaping @Sendable (_ sleepers: Int) -> Bool = { _ in true }) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiters.append(
                    ({ self.isSettled(condition) }, continuation))
            }
            check()
        }
    }

    private func isSettled(_ condition: (Int) -> Bool) -> Bool {
        let (hasAlarm, sleepers) = state.withLock { (!$0.alarms.isEmpty, $0.sleepers.count) }
        return hasAlarm && condition(sleepers)
    }

    /// Something has changed that a waiter may wait for.
    func check() {
        state.withLock { $0.changes += 1 }
        while true {
            let (waiters, changes) = state.withLock { state in
                defer { state.waiters = [] }
                return (state.waiters, state.changes)
            }
            let (met, unmet) = waiters.reduce(into: ([Waiter](), [Waiter]())) { parts, waiter in
                if waiter.isMet() { parts.0.append(waiter) } else { parts.1.append(waiter) }
            }
            for waiter in met { waiter.continuation.resume() }
            // While they were looked at they were not in the list, so a change meanwhile has passed them over.
            let isLatest = state.withLock { state in
                state.waiters += unmet
                return state.changes == changes
            }
            if unmet.isEmpty || isLatest { return }
        }
    }
}
