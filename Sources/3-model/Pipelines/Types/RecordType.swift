/// The type of a value with fixed fields.
public struct RecordType: Hashable, Sendable {
    private let source: FieldSource
    /// How messages speak of it; nil: by the text that the user wrote.
    public let owner: RecordOwner?

    public init(_ fields: [Field], owner: RecordOwner? = nil) {
        source = .list(fields)
        self.owner = owner
    }

    /// Of very many fields, of which most are never asked for.
    ///
    /// - Parameters:
    ///   - find: the field of a name.
    ///   - all: every field, in the order of the documentation.
    init(
        owner: RecordOwner? = nil, find: @escaping @Sendable (String) -> Field?,
        all: @escaping @Sendable () -> [Field]
    ) {
        source = .table(FieldTable(find: find, all: all))
        self.owner = owner
    }

    /// In the order of the documentation.
    public var fields: [Field] {
        switch source {
        case .list(let fields): fields
        case .table(let table): table.all
        }
    }

    /// The field of that name.
    public subscript(name: String) -> Field? {
        switch source {
        case .list(let fields): fields.first { $0.name == name }
        case .table(let table): table.find(name)
        }
    }

    /// Whether a secret is in its values, at any depth.
    var isSecret: Bool {
        switch source {
        case .list(let fields): fields.contains { $0.type.isSecret }
        case .table(let table): table.isSecret
        }
    }

    /// Whether `any` is in it.
    var isOpen: Bool {
        switch source {
        case .list(let fields): fields.contains { $0.type.isOpen }
        case .table(let table): table.isOpen
        }
    }
}

extension RecordType: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Field...) { self.init(elements) }
}
