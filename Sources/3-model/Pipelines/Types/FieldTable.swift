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
