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
    private let isFaulty: Bool
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
