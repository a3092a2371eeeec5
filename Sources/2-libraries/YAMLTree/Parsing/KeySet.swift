internal import Platform

/// The keys of a mapping. Two keys are one when they mean the same (`16` and `0x10`) or read the same (`1` and `"1"`),
/// because they become the text of a `Value`'s record.
struct KeySet {
    /// Up to here looking through all keys is quicker than hashing.
    private static let fewKeys = 12

    private var keys: [(key: YAMLNode, scalar: YAMLScalar)] = []
    /// By text and by meaning, once there are many.
    private var positions: [Value: Int] = [:]

    /// - Parameter key: a scalar.
    /// - Returns: the key that is there already, and stays; nil if this one is new.
    mutating func insert(_ key: YAMLNode) -> YAMLNode? {
        guard let scalar = key.scalar else { return nil }
        if let first = position(of: scalar) { return keys[first].key }
        keys.append((key, scalar))
        if keys.count == Self.fewKeys {
            for position in keys.indices { index(position) }
        } else if keys.count > Self.fewKeys {
            index(keys.count - 1)
        }
        return nil
    }

    private func position(of scalar: YAMLScalar) -> Int? {
        if keys.count >= Self.fewKeys { return positions[.string(scalar.text)] ?? positions[scalar.resolved] }
        return keys.firstIndex { $0.scalar.text == scalar.text || $0.scalar.resolved == scalar.resolved }
    }

    private mutating func index(_ position: Int) {
        positions[.string(keys[position].scalar.text)] = position
        positions[keys[position].scalar.resolved] = position
    }
}
