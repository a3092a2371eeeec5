/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
    /// Always a scalar.
    public let key: YAMLNode
    public let value: YAMLNode

    /// The key's text: `8080` for `8080: http`.
    public var name: String { key.scalar?.text ?? "" }
}
