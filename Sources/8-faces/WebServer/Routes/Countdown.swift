internal import Synchronization

/// Tells the last of several that end.
final class Countdown: Sendable {
    private let left: Mutex<Int>

    /// - Parameter count: how many there are.
    init(_ count: Int) {
        left = Mutex(count)
    }

    /// To be called once by each; true for the one that ends last.
    func isLast() -> Bool {
        left.withLock { left in
            left -= 1
            return left == 0
        }
    }
}
