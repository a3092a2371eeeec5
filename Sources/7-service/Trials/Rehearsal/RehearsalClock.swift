internal import Engine
internal import Platform
internal import Synchronization

/// A clock that nobody waits for: a sleep ends at once and sets the clock forward by its length. Timeouts stay real.
final class RehearsalClock: Sendable {
    private let ahead = Mutex(Duration.zero)

    var clock: EngineClock {
        EngineClock(
            now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.ahead.withLock { $0 += duration }
                // Whoever waits for somebody else lets him work.
                await Task.yield()
            },
            alarm: EngineClock.system.alarm, random: { 0.5 })
    }

    private var now: Timestamp { Timestamp.now().advanced(by: ahead.withLock { $0 }) }
}
