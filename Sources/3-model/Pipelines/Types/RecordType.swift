/// The type of a value with fixed fields.
public struct RecordType: Hashable, Sendable {
    /// In the order of the documentation.
    public let fields: [Field]
    /// How messages speak of it; nil: by the text that the user wrote.
    public let owner: RecordOwner?

    public init(_ fields: [Field], owner: RecordOwner? = nil) {
        self.fields = fields
        self.owner = owner
    }

    /// The field of that name.
    public subscript(name: String) -> Field? { fields.first { $0.name == name } }
}

extension RecordType: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Field...) { self.init(elements) }
}
