internal import Synchronization

/// A named, documented part of a record type.
public struct Field: Hashable, Sendable {
    /// In kebab-case.
    public let name: String
    public let type: ValueType
    /// One sentence; empty if there is nothing to say.
    public let doc: String
    /// Why it cannot be used here although it exists, as a sentence without a full stop: "stage `share` runs later".
    public let unavailable: String?

    public init(_ name: String, _ type: ValueType, _ doc: String = "", unavailable: String? = nil) {
        self.name = name
        self.type = type
        self.doc = doc
        self.unavailable = unavailable
    }
}

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
