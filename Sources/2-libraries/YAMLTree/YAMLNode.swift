public import Diagnostics

/// A value in a YAML file, with the place where it stands. Nodes that come through an alias keep the place of the text.
public struct YAMLNode: Sendable {
    /// The three kinds of values.
    public enum Kind: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// In the order of the file, merges (`<<`) applied, no key twice.
        case mapping([YAMLEntry])
    }

    public let kind: Kind
    /// An explicit tag in its long form, such as `tag:yaml.org,2002:str`.
    public let tag: String?
    public let anchor: String?
    /// Of a scalar: its first line. Of a collection: its first character.
    public let span: SourceSpan

    /// The key's value, if this is a mapping that has it.
    public subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The entry of that key, if this is a mapping that has it.
    public func entry(_ key: String) -> YAMLEntry? { entries?.first { $0.name == key } }

    /// nil when it is no mapping.
    public var entries: [YAMLEntry]? { if case .mapping(let entries) = kind { entries } else { nil } }

    /// nil when it is no sequence.
    public var items: [YAMLNode]? { if case .sequence(let items) = kind { items } else { nil } }

    /// nil when it is no scalar.
    public var scalar: YAMLScalar? { if case .scalar(let scalar) = kind { scalar } else { nil } }

    /// Where a part of a scalar's text stands. Exact for scalars on one line and for literal blocks; where folding makes
    /// it ambiguous, the place where the part stands unchanged, or else the scalar's start.
    ///
    /// - Parameters:
    ///   - offset: in Unicode scalars, from the start of the text.
    ///   - length: in Unicode scalars.
    public func span(ofTextFrom offset: Int, length: Int) -> SourceSpan {
        guard let scalar else { return span }
        let part = Array(scalar.text.unicodeScalars.dropFirst(offset).prefix(length))
        guard let place = scalar.place(of: offset) ?? scalar.place(ofPart: part) else {
            return SourceSpan(file: span.file, line: span.line, column: span.column)
        }
        var width = length
        if let end = scalar.place(of: offset + length), end.line == place.line { width = end.column - place.column }
        return SourceSpan(
            file: span.file, line: span.line + place.line,
            column: place.line == 0 ? span.column + place.column : place.column + 1, length: width)
    }
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
    /// Always a scalar.
    public let key: YAMLNode
    public let value: YAMLNode

    /// The key's text.
    public var name: String { key.scalar?.text ?? "" }
}
