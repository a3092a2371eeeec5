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
    /// How it would never be null, for messages, as a clause; nil: nothing where it is declared would change that.
    public let nullRemedy: String?

    public init(
        _ name: String, _ type: ValueType, _ doc: String = "", unavailable: String? = nil, nullRemedy: String? = nil
    ) {
        self.name = name
        self.type = type
        self.doc = doc
        self.unavailable = unavailable
        self.nullRemedy = nullRemedy
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

/// Fields that are made when somebody asks for them, so that a pipeline of many stages, each of which sees all others, is
/// read in a time that grows with its length. What is asked of all of them is worked out once.
final class FieldTable: Sendable {
    let find: @Sendable (String) -> Field?
    private let made: Lazily<[Field]>
    private let secret: Lazily<Bool>
    private let open: Lazily<Bool>

    init(find: @escaping @Sendable (String) -> Field?, all: @escaping @Sendable () -> [Field]) {
        self.find = find
        let made = Lazily(all)
        self.made = made
        secret = Lazily { made.value.contains { $0.type.isSecret } }
        open = Lazily { made.value.contains { $0.type.isOpen } }
    }

    var all: [Field] { made.value }
    var isSecret: Bool { secret.value }
    var isOpen: Bool { open.value }
}

/// Where the fields of a record come from. Two are equal when their fields are.
enum FieldSource: Hashable, Sendable {
    case list([Field])
    case table(FieldTable)

    private var fields: [Field] {
        switch self {
        case .list(let fields): fields
        case .table(let table): table.all
        }
    }

    static func == (left: FieldSource, right: FieldSource) -> Bool {
        if case .table(let one) = left, case .table(let other) = right, one === other { return true }
        return left.fields == right.fields
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
