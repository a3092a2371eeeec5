/// The channels or the object stores of a registry, by name.
public struct PartTable<Part>: Sendable {
    private var types: [String: PartType<Part>] = [:]

    public subscript(name: String) -> PartType<Part>? { types[name] }

    /// Sorted.
    public var names: [String] { types.keys.sorted() }

    /// By name.
    public var all: [PartType<Part>] { names.compactMap { types[$0] } }

    /// - Throws: `RegistryError` when the name is taken or the type is ill-formed.
    mutating func add(_ type: PartType<Part>, swiftName: String) throws(RegistryError) {
        try RegistryError.check(type, swiftName: swiftName)
        if types[type.spec.name] != nil {
            throw RegistryError("Two parts of a kind are named `\(type.spec.name)`; one of them is \(swiftName).")
        }
        types[type.spec.name] = type
    }
}
