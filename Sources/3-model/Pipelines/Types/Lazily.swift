internal import Synchronization

/// A value that is worked out when it is first asked for, by whichever thread asks.
final class Lazily<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    var value: Value {
        state.withLock { state in
            if let state { return state }
            let value = make()
            state = value
            return value
        }
    }
}
