public import Platform

extension YAMLNode {
    /// The key's value, if this is a mapping that has the key.
    public subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The entry whose key has that text, if this is a mapping that has it.
    public func entry(_ key: String) -> YAMLEntry? { entries?.first { $0.name == key } }

    /// nil when it is no mapping.
    public var entries: [YAMLEntry]? { if case .mapping(let entries) = kind { entries } else { nil } }

    /// nil when it is no sequence.
    public var items: [YAMLNode]? { if case .sequence(let items) = kind { items } else { nil } }

    /// nil when it is no scalar.
    public var scalar: YAMLScalar? { if case .scalar(let scalar) = kind { scalar } else { nil } }

    /// What a scalar means; null for a collection.
    public var resolved: Value { scalar?.resolved ?? .null }

    /// Whether it is a scalar that means null.
    public var isNull: Bool { scalar?.resolved.isNull ?? false }

    /// The whole tree. Keys become the text that they were written as.
    public var value: Value {
        switch kind {
        case .scalar(let scalar): scalar.resolved
        case .sequence(let items): .list(items.map(\.value))
        case .mapping(let entries): .record(Record(uniqueKeys: entries.lazy.map { ($0.name, $0.value.value) }))
        }
    }
}
