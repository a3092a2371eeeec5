/// Waits that grow from one second to a minute while something keeps failing.
struct Backoff: Sendable {
    private var failures = 0

    /// The wait before the next try.
    mutating func next() -> Duration {
        defer { failures += 1 }
        return min(.seconds(60), .seconds(1 << min(failures, 6)))
    }

    /// It has worked again.
    mutating func reset() { failures = 0 }
}
