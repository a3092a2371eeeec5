public import Platform

/// A piece of text in a YAML file.
public struct YAMLScalar: Sendable, Hashable {
    /// How it was written.
    public enum Style: Sendable, Hashable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// As YAML reads it: unfolded, unescaped.
    public let text: String
    public let style: Style
    /// What it means: null, a boolean, an integer, a number or a string. See `CoreSchema` for plain scalars without a
    /// tag; an integer that does not fit into 64 bits is the nearest number.
    public let resolved: Value
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
    /// Always a scalar.
    public let key: YAMLNode
    public let value: YAMLNode

    /// The key's text: `8080` for `8080: http`.
    public var name: String { key.scalar?.text ?? "" }
}
