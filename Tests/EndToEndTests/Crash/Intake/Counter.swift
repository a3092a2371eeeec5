import Synchronization

/// Counts to a number.
final class Counter: Sendable {
    private let left: Mutex<Int>

    init(_ number: Int) {
        left = Mutex(number)
    }

    /// To be called for each; true from the last one on.
    func isFull() -> Bool {
        left.withLock { left in
            left -= 1
            return left <= 0
        }
    }
}
