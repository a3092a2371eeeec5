/// A value that is computed when it is first asked for, once, and kept.
public final class OnDemand<Value: Sendable>: Sendable {
    private enum State {
        case wanted(@Sendable () -> Value)
        case known(Value)
    }

    private let state: Guarded<State>

    /// - Parameter make: is let go once it was called. It must not ask for this value, nor block.
    public init(_ make: @escaping @Sendable () -> Value) {
        state = Guarded(.wanted(make))
    }

    /// Who asks while it is computed waits for it.
    public var value: Value {
        state.withLock { state in
            switch state {
            case .known(let value): return value
            case .wanted(let make):
                let value = make()
                state = .known(value)
                return value
            }
        }
    }
}
