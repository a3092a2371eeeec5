internal import Platform

/// How often what fails is tried again, and how often that is told. Pure: times are handed in, from a clock that nobody
/// sets.
struct LeaseTrouble: Sendable {
    /// The same trouble is told at most that often.
    static let silence = Duration.seconds(60)

    /// How long after a pass that worked the next one comes.
    private let interval: Duration
    /// Several tries fit into what is left of a lease when its renewal is due.
    private let longestPause: Duration
    private var pause: Duration
    private var began: Duration?
    private var told: Duration?
    /// Whether the trouble that goes on was told, so that its end is worth telling.
    private var isTold = false

    init(interval: Duration, lease: Duration) {
        self.interval = interval
        longestPause = max(interval, lease / 10)
        pause = interval
    }

    /// - Returns: whether that is to be told, and when to try again.
    mutating func failed(at now: Duration) -> (isNews: Bool, pause: Duration) {
        began = began ?? now
        pause = min(pause * 2, longestPause)
        guard told.map({ now - $0 >= Self.silence }) ?? true else { return (false, pause) }
        (told, isTold) = (now, true)
        return (true, pause)
    }

    /// - Returns: for how long it had not worked, if that is to be told.
    mutating func worked(at now: Duration) -> Duration? {
        defer { (began, isTold, pause) = (nil, false, interval) }
        return isTold ? began.map { now - $0 } : nil
    }
}
