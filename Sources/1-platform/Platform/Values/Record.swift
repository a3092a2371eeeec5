/// An object with few, ordered keys: what JSON calls an object. Looking a key up is linear.
public struct Record: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
    /// All entries, in their order; no key is there twice.
    public private(set) var entries: [Entry] = []

    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The name of the value.
        public let key: String
        /// What stands under it.
        public var value: Value
    }

    /// Without entries.
    public init() {}

    private static let few = 16

    /// Of a key that is there twice, the last value counts, at the first place.
    public init(dictionaryLiteral elements: (String, Value)...) {
        entries.reserveCapacity(elements.count)
        for (key, value) in elements { set(key, value) }
    }

    /// Of a key that is there twice, the last value counts, at the first place.
    public init(_ elements: some Sequence<(String, Value)>) {
        // Looking up every key would take time that grows with the square: hostile JSON has a hundred thousand of them. For a
        // few it is quicker than a table.
        var positions: [String: Int] = [:]
        for (key, value) in elements {
            if entries.count < Self.few {
                set(key, value)
                continue
            }
            if positions.isEmpty {
                for (position, entry) in entries.enumerated() { positions[entry.key] = position }
            }
            guard let position = positions.updateValue(entries.count, forKey: key) else {
                entries.append(Entry(key: key, value: value))
                continue
            }
            positions[key] = position
            entries[position].value = value
        }
    }

    /// The caller knows that no key comes twice, which makes this linear.
    public init(uniqueKeys elements: some Sequence<(String, Value)>) {
        entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }

    /// Setting nil removes; setting a new key appends.
    public subscript(key: String) -> Value? {
        get { position(of: key).map { entries[$0].value } }
        set {
            guard let value = newValue else {
                if let position = position(of: key) { entries.remove(at: position) }
                return
            }
            set(key, value)
        }
    }

    private mutating func set(_ key: String, _ value: Value) {
        if let position = position(of: key) {
            entries[position].value = value
        } else {
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Compares the keys where they are: an entry that is passed to a closure is copied first.
    private func position(of key: String) -> Int? {
        for position in entries.indices where entries[position].key == key { return position }
        return nil
    }

    /// The keys, in their order.
    public var keys: [String] { entries.map(\.key) }
    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }
    /// How many entries there are.
    public var count: Int { entries.count }

    /// Over the entries, in their order.
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}
