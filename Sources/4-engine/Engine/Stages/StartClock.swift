internal import Platform
internal import Synchronization

/// When the stages of a run start: no two at the same time, so that "last one first" is certain.
final class StartClock: Sendable {
    private let last: Mutex<Int64>
    private let now: @Sendable () -> Timestamp

    /// - Parameter last: microseconds; every start is later.
    init(after last: Int64, now: @escaping @Sendable () -> Timestamp) {
        self.last = Mutex(last)
        self.now = now
    }

    func next() -> Timestamp {
        let now = now().microseconds
        return Timestamp(
            microseconds: last.withLock {
                $0 = max($0 + 1, now)
                return $0
            })
    }
}
