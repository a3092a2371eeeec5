public import Engine
public import Platform
internal import Synchronization

/// Time that passes only when a sleep is asked for: every sleep ends at once and moves the clock by its length, and an
/// alarm rings at once or never.
public final class FakeClock: Sendable {
    private let state: Mutex<(now: Timestamp, sleeps: [Duration])>
    private let chance: Double
    private let alarmsRing: Bool

    /// - Parameters:
    ///   - random: what every draw gives, from 0 up to 1.
    ///   - alarmsRing: whether every timeout passes at once, or none ever.
    public init(
        now: Timestamp = Timestamp(microseconds: 1_700_000_000_000_000), random: Double = 0.5, alarmsRing: Bool = false
    ) {
        state = Mutex((now, []))
        self.alarmsRing = alarmsRing
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
                if self.alarmsRing { ring() }
                return Alarm.stopped
            },
            random: { self.chance })
    }
}
