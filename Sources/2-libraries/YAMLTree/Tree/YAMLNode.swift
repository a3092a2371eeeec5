public import Diagnostics
public import Platform

/// A value in a YAML file, with the place where it stands. A node that comes through an alias or a merge keeps the place
/// where it was written.
public struct YAMLNode: Sendable {
    /// The three kinds of values.
    public enum Kind: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// In the order of the file, with merges (`<<`) applied where they stand; no key twice.
        case mapping([YAMLEntry])
    }

    public let kind: Kind
    /// An explicit tag in its long form, such as `tag:yaml.org,2002:str`.
    public let tag: String?
    /// The name behind `&`.
    public let anchor: String?
    /// Whether an error was reported that leaves this node without a meaning of its own: an unknown alias, a tag that
    /// does not fit. Whoever reads the tree says nothing more about it.
    public let isFaulty: Bool

    let source: SourceText
    /// The node in `source` without anchor and tag: a scalar with its quotes or its block; of a collection, the
    /// brackets and what is between them when that is on one line, else its first scalar.
    let range: Range<Int>

    init(
        _ kind: Kind, tag: String? = nil, anchor: String? = nil, isFaulty: Bool = false, source: SourceText,
        range: Range<Int>
    ) {
        self.kind = kind
        self.tag = tag
        self.anchor = anchor
        self.isFaulty = isFaulty
        self.source = source
        self.range = range
    }

    /// Where it stands, without anchor and tag: a scalar's first line, a block scalar's header, a flow collection on one
    /// line; of any other collection the first character.
    public var span: SourceSpan {
        if let scalar, scalar.style == .literal || scalar.style == .folded {
            return source.span(
                range.lowerBound..<source.skip(from: range.lowerBound + 1, while: BlockScalarReader.isHeader))
        }
        return source.span(range)
    }

    /// Where a part of a scalar's text stands in the file, as far as it is on one line there. Quotes, escapes, indentation
    /// and folding are accounted for. Should the text not be what its source says, which no file is known to do, then
    /// the scalar's first character; for a collection its `span`.
    ///
    /// - Parameters:
    ///   - offset: in Unicode scalars from the start of the text; the text's end and anything behind it is the place
    ///     behind its last character.
    ///   - length: in Unicode scalars of the text. The span is longer where escapes stand in it.
    public func span(ofTextFrom offset: Int, length: Int) -> SourceSpan {
        spans(ofText: [(offset, length)])[0]
    }

    /// The same for several parts, for which the text is looked through once.
    public func spans(ofText parts: [(offset: Int, length: Int)]) -> [SourceSpan] {
        guard !parts.isEmpty else { return [] }
        guard let scalar else { return parts.map { _ in span } }
        let map = ScalarMap(of: scalar, in: source, at: range)
        return parts.map { part in
            guard let map else { return source.span(at: range.lowerBound) }
            return source.span(map.range(of: part.offset, length: part.length))
        }
    }
}

extension YAMLNode {
    /// The key's value, if this is a mapping that has the key.
    public subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The entry whose key has that text, if this is a mapping that has it.
    public func entry(_ key: String) -> YAMLEntry? {
        // An entry is large, so that those that are not wanted are not copied.
        guard case .mapping(let entries) = kind, let index = entries.firstIndex(ofName: key) else { return nil }
        return entries[index]
    }

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
    public let name: String

    init(key: YAMLNode, value: YAMLNode) {
        self.key = key
        self.value = value
        name = key.scalar?.text ?? ""
    }
}

extension [YAMLEntry] {
    fileprivate func firstIndex(ofName name: String) -> Int? {
        for index in indices where self[index].name == name { return index }
        return nil
    }
}
