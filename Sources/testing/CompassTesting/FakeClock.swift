public import Engine
public import Platform
internal import Synchronization

/// Time that passes only when a sleep is asked for: every sleep ends at once and moves the clock by its length, and every
/// alarm rings at once.
public final class FakeClock: Sendable {
    private let state: Mutex<(now: Timestamp, sleeps: [Duration])>
    private let chance: Double

    /// - Parameter random: what every draw gives, from 0 up to 1.
    public init(now: Timestamp = Timestamp(microseconds: 1_700_000_000_000_000), random: Double = 0.5) {
        state = Mutex((now, []))
        chance = random
    }

    /// How long was slept, in order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// For an engine.
    public var clock: EngineClock {
        EngineClock(
            now: { self.state.withLock { $0.now } },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now = state.now.advanced(by: duration)
                    state.sleeps.append(duration)
                }
            },
            alarm: { _, ring in
                ring()
                return Alarm.stopped
            },
            random: { self.chance })
    }
}
