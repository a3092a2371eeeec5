internal import Platform

extension Timestamp {
    /// How much later `left` is; negative: earlier.
    static func - (left: Timestamp, right: Timestamp) -> Duration {
        .microseconds(left.microseconds - right.microseconds)
    }
}
