public import Platform

/// Time and chance, as the engine sees them; tests provide their own.
public struct EngineClock: Sendable {
    /// The system clock.
    public var now: @Sendable () -> Timestamp
    /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Calls a closure once after a while, on a thread of its own, unless it is stopped before.
    public var alarm: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
    /// Evenly from 0 up to 1.
    public var random: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async throws -> Void,
        alarm: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.alarm = alarm
        self.random = random
    }

    /// The real ones.
    public static let system = EngineClock(
        now: { .now() }, sleep: { try await Task.sleep(for: $0) },
        alarm: { AlarmClock.shared.set(after: $0, $1) }, random: { .random(in: 0..<1) })
}
