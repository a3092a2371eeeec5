public import Documents

/// When and how a failed stage is tried again. A rejection never is.
public struct RetryRule: Sendable, Hashable {
    /// How waits are spread.
    public enum Jitter: String, Sendable, CaseIterable, Hashable {
        case none
        /// Evenly between nothing and the computed wait, so that many runs do not come back at once.
        case full
    }

    /// All tries, the first included.
    public var maxAttempts: Int = 1
    /// The wait before the second try.
    public var initial = TimeSpan(milliseconds: 1_000)
    /// What each further wait is multiplied with.
    public var factor: Double = 2
    /// No wait is longer.
    public var max = TimeSpan(milliseconds: 60_000)
    public var jitter: Jitter = .full
    /// Failures of other classes are not tried again.
    public var errors: Set<ErrorClass> = Set(ErrorClass.retryable)

    public init() {}

    /// Never.
    public static let never = RetryRule()

    /// The wait before the next try.
    ///
    /// - Parameters:
    ///   - failures: how many tries have failed, at least 1.
    ///   - random: from 0 up to 1.
    public func wait(afterFailures failures: Int, random: Double) -> TimeSpan {
        var wait = Double(initial.milliseconds)
        for _ in 1..<Swift.max(1, failures) where wait < Double(max.milliseconds) { wait *= factor }
        wait = min(wait, Double(max.milliseconds))
        return TimeSpan(milliseconds: Int64(jitter == .full ? wait * random : wait))
    }
}
