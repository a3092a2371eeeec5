/// Waits that grow from one second to a minute while something keeps failing.
package struct Backoff: Sendable {
    private var failures = 0

    package init() {}

    /// The wait before the next try.
    package mutating func next() -> Duration {
        defer { failures += 1 }
        return min(.seconds(60), .seconds(1 << min(failures, 6)))
    }

    /// It has worked again.
    package mutating func reset() { failures = 0 }
}
