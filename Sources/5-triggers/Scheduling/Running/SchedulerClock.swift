internal import Engine
internal import Platform

/// The clocks that a scheduler needs: the one that people set, and one that nobody sets.
struct SchedulerClock: Sendable {
    var now: @Sendable () -> Timestamp
    /// Since some moment; never goes back and does not follow the clock on the wall.
    var uptime: @Sendable () -> Duration
    var sleep: @Sendable (Duration) async throws -> Void
    var alarm: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
}

extension SchedulerClock {
    init(_ clock: EngineClock) {
        let origin = ContinuousClock.now
        self.init(
            now: clock.now, uptime: { ContinuousClock.now - origin }, sleep: clock.sleep, alarm: clock.alarm)
    }
}

/// Notices when the clock on the wall is put forward or back.
struct ClockWatch {
    /// Less than that is what time servers correct all day.
    private static let tolerance = Duration.seconds(60)

    private let clock: SchedulerClock
    private var wall: Timestamp
    private var uptime: Duration

    init(_ clock: SchedulerClock) {
        self.clock = clock
        (wall, uptime) = (clock.now(), clock.uptime())
    }

    /// - Returns: by how much the clock was put forward since the last look, negative: back; nil: by nothing to speak
    ///   of.
    mutating func step() -> Duration? {
        let (former, elapsed) = (wall, clock.uptime() - uptime)
        (wall, uptime) = (clock.now(), clock.uptime())
        let step = (wall - former) - elapsed
        return step > Self.tolerance || step < .zero - Self.tolerance ? step : nil
    }
}
