public import Platform

/// Time and chance, as the engine sees them; tests provide their own.
public struct EngineClock: Sendable {
    /// The system clock.
    public var now: @Sendable () -> Timestamp
    /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Evenly from 0 up to 1.
    public var random: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The real ones.
    public static let system = EngineClock(
        now: { .now() }, sleep: { try await Task.sleep(for: $0) }, random: { .random(in: 0..<1) })
}
