internal import Platform
internal import Synchronization

/// Microseconds that no two runs of this process share, so that two files of one name make two object keys.
enum KeyClock {
    private static let last = Mutex<Int64>(0)

    static func next(_ now: Timestamp) -> Int64 {
        last.withLock {
            $0 = max($0 + 1, now.microseconds)
            return $0
        }
    }
}
