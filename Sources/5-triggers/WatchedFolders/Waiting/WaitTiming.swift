/// How long is waited for what.
struct WaitTiming: Sendable, Hashable {
    /// How long nothing may have changed.
    let settle: Duration
    /// How long what is empty or has no end is waited for.
    let patience: Duration

    /// Where nothing tells that the writer is done, this long at least.
    static let leastWithoutLease = Duration.seconds(2)
    /// A writer through a map gives no event when it is done, so it is looked for at growing intervals.
    static let firstLook = Duration.milliseconds(100)
    static let longestLook = Duration.seconds(10)
    /// For what needs somebody to do something.
    static let firstRetry = Duration.seconds(1)
    static let longestRetry = Duration.seconds(60)

    func quiet(hasLease: Bool) -> Duration { hasLease ? settle : max(settle, Self.leastWithoutLease) }
}
