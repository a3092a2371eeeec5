internal import Diagnostics
internal import Platform

/// A list or mapping whose end has not come yet.
struct OpenCollection {
    /// The key whose value comes next.
    private enum Key {
        case none
        case entry(YAMLNode)
        case merge(YAMLNode)
        /// An error was reported; the value is dropped.
        case rejected
    }

    private let isMapping: Bool
    private let tag: String?
    private let anchor: String?
    private var isFaulty: Bool
    let start: Int

    private var items: [YAMLNode] = []
    private var entries: [YAMLEntry] = []
    private var key = Key.none
    private var keys = KeySet()
    private var merge: Merge?
    private var nodes = 1
    private var levels = 0

    init(isMapping: Bool, tag: String?, anchor: String?, isFaulty: Bool, start: Int) {
        self.isMapping = isMapping
        self.tag = tag
        self.anchor = anchor
        self.isFaulty = isFaulty
        self.start = start
    }

    mutating func add(_ child: Subtree, _ issues: inout IssueList) {
        nodes += child.nodes
        levels = max(levels, child.levels)
        guard isMapping else { return items.append(child.node) }
        switch key {
        case .none: return key = accept(child.node, &issues)
        case .entry(let key): entries.append(YAMLEntry(key: key, value: child.node))
        case .merge(let key): merge = Merge(key: key, value: child.node, position: entries.count, &issues)
        case .rejected: break
        }
        key = .none
    }

    private mutating func accept(_ node: YAMLNode, _ issues: inout IssueList) -> Key {
        guard let scalar = node.scalar else {
            let what = node.items == nil ? "a mapping" : "a list"
            issues.report(.key, "a key has to be a text or a number, and this is \(what)", at: node.span)
            return .rejected
        }
        if node.isFaulty { return .rejected }
        let start = node.range.lowerBound
        if scalar.style == .plain, node.source.isFirstOnLine(start),
            let blanks = node.source.oddBlanks(ofLine: node.source.line(of: start))
        {
            // It was to be a key of another mapping, so there is no telling what is missing in this one.
            issues.report(.oddBlanks(blanks, in: node.source))
            isFaulty = true
            return .rejected
        }
        let isMerge = scalar.text == "<<" && scalar.style == .plain && node.tag == nil
        if let first = keys.insert(node) {
            let other =
                first.scalar?.text == scalar.text ? "" : ", `\(Printable.text(first.scalar?.text.first(40) ?? ""))`,"
            issues.report(
                .duplicateKey, "the key `\(Printable.text(scalar.text.first(40)))` stands here a second time",
                at: node.span, hint: isMerge ? "merge several with a list: `<<: [*a, *b]`" : nil,
                notes: ["the first one\(other) is in line \(first.span.line)"])
            return .rejected
        }
        return isMerge ? .merge(node) : .entry(node)
    }

    /// The node, merges applied.
    func complete(source: SourceText, range: Range<Int>, _ issues: inout IssueList) -> Subtree {
        var entries = entries
        if let merge { merge.apply(to: &entries, keys) }
        return Subtree(
            YAMLNode(
                isMapping ? .mapping(entries) : .sequence(items), tag: tag, anchor: anchor, isFaulty: isFaulty,
                source: source, range: range),
            nodes: nodes, levels: levels + 1)
    }
}

/// The entries that a `<<` brings into its mapping (https://yaml.org/type/merge.html).
struct Merge {
    private var mappings: [[YAMLEntry]] = []
    private let position: Int

    /// - Parameter position: how many entries of the mapping stand before the `<<`.
    init(key: YAMLNode, value: YAMLNode, position: Int, _ issues: inout IssueList) {
        self.position = position
        for node in value.items ?? [value] where !node.isFaulty {
            if let entries = node.entries {
                mappings.append(entries)
            } else {
                // What comes through an alias was written further up; the mistake is made here.
                let isHere = node.range.lowerBound > key.range.lowerBound
                issues.report(
                    .merge, "`<<` takes a mapping or a list of mappings", at: isHere ? node.span : key.span)
            }
        }
    }

    /// Keys that are there win, and of several mappings the earlier one.
    func apply(to entries: inout [YAMLEntry], _ explicit: KeySet) {
        var keys = explicit
        var merged: [YAMLEntry] = []
        for mapping in mappings {
            for entry in mapping where keys.insert(entry.key) == nil { merged.append(entry) }
        }
        entries.insert(contentsOf: merged, at: position)
    }
}

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

/// A complete node with what it counts for against the limits.
struct Subtree {
    let node: YAMLNode
    /// Itself and all below, aliases expanded; at least 1.
    let nodes: Int
    /// Of collections; 0 for a scalar.
    let levels: Int

    init(_ node: YAMLNode, nodes: Int, levels: Int) {
        self.node = node
        self.nodes = nodes
        self.levels = levels
    }
}
