internal import CYAML
internal import Diagnostics
internal import Platform

/// Builds the tree from libyaml's events.
struct YAMLComposer {
    /// An anchored node, and how many values it stands for.
    private struct Anchored {
        let node: YAMLNode
        let weight: Int
    }

    /// Gives up on the file after it was reported why.
    private struct Abandoned: Error {}

    let source: SourceText
    let limits: YAMLLimits
    var issues: IssueList

    private var anchors: [String: Anchored] = [:]
    /// Anchors of collections that are not complete yet.
    private var open: [String] = []
    private var weight = 0

    init(source: SourceText, limits: YAMLLimits, issues: IssueList) {
        self.source = source
        self.limits = limits
        self.issues = issues
    }

    /// The one document of the stream; nil when there is none or its syntax is wrong.
    mutating func document(from reader: borrowing YAMLEventReader) -> YAMLNode? {
        var root: YAMLNode?
        var documents = 0
        do {
            while let event = try next(reader) {
                switch event.kind {
                case .streamStart, .documentEnd: continue
                case .streamEnd: return root
                case .documentStart:
                    documents += 1
                    if documents > 1 {
                        issues.report(
                            .error(
                                "several-documents", "the file has a second document; put it into a file of its own",
                                at: source.span(event.start, event.end)))
                        return root
                    }
                default:
                    root = try node(event, reader, depth: 1)
                }
            }
        } catch {
            return nil
        }
        return root
    }

    private mutating func next(_ reader: borrowing YAMLEventReader) throws(Abandoned) -> YAMLEvent? {
        do {
            return try reader.next()
        } catch {
            issues.report(YAMLIssue.syntax(error, in: source))
            throw Abandoned()
        }
    }

    /// The node that starts with `event`.
    private mutating func node(
        _ event: YAMLEvent, _ reader: borrowing YAMLEventReader, depth: Int
    ) throws(Abandoned) -> YAMLNode {
        if depth > limits.depth {
            issues.report(
                .error(
                    "yaml-too-deep", "more than \(limits.depth) levels are inside of one another",
                    at: source.span(event.start)))
            throw Abandoned()
        }
        let before = weight
        try add(1, at: event)
        if let anchor = event.anchor { open.append(anchor) }
        let kind: YAMLNode.Kind
        var span = source.span(event.start)
        switch event.kind {
        case .alias(let name):
            return try expand(name, event)
        case .scalar(let text, let style):
            let raw = source.slice(event.start, event.end)
            let properties = event.anchor == nil && event.tag == nil ? 0 : Self.lengthOfProperties(raw)
            let value = Array(raw.dropFirst(properties))
            kind = .scalar(YAMLScalar(text: text, style: style, raw: value))
            let start = properties == 0 ? source.span(event.start) : source.span(at: event.start.index + properties)
            span = start.part(from: 0, length: value.prefix { $0 != "\n" && $0 != "\r" }.count)
        case .sequenceStart:
            kind = .sequence(try items(reader, depth: depth))
        case .mappingStart:
            kind = .mapping(try entries(reader, depth: depth))
        default:
            return YAMLNode(kind: .sequence([]), tag: nil, anchor: nil, span: span)
        }
        let node = YAMLNode(kind: kind, tag: event.tag, anchor: event.anchor, span: span)
        if let issue = YAMLIssue.tag(of: node) { issues.report(issue) }
        if let anchor = event.anchor {
            open.removeLast()
            anchors[anchor] = Anchored(node: node, weight: weight - before)
        }
        return node
    }

    /// Characters before the value itself: libyaml counts anchor and tag to the scalar.
    private static func lengthOfProperties(_ raw: [Unicode.Scalar]) -> Int {
        var rest = raw[...]
        while rest.first == "&" || rest.first == "!" {
            rest = rest.drop { !$0.properties.isWhitespace }.drop { $0.properties.isWhitespace }
        }
        return raw.count - rest.count
    }

    private mutating func add(_ more: Int, at event: YAMLEvent) throws(Abandoned) {
        weight += more
        if weight > limits.nodes {
            issues.report(
                .error(
                    "alias-bomb", "with its aliases expanded the file has more than \(limits.nodes) values",
                    at: source.span(event.start, event.end)))
            throw Abandoned()
        }
    }

    private mutating func expand(_ name: String, _ event: YAMLEvent) throws(Abandoned) -> YAMLNode {
        let span = source.span(event.start, event.end)
        if let anchored = anchors[name], !open.contains(name) {
            try add(anchored.weight - 1, at: event)
            return anchored.node
        }
        issues.report(YAMLIssue.alias(name, isOpen: open.contains(name), known: anchors.keys.sorted(), at: span))
        return YAMLNode(
            kind: .scalar(YAMLScalar(text: "", style: .plain, raw: [])), tag: nil, anchor: nil, span: span)
    }

    private mutating func items(_ reader: borrowing YAMLEventReader, depth: Int) throws(Abandoned) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while let event = try next(reader) {
            if case .sequenceEnd = event.kind { break }
            items.append(try node(event, reader, depth: depth + 1))
        }
        return items
    }

    private mutating func entries(_ reader: borrowing YAMLEventReader, depth: Int) throws(Abandoned) -> [YAMLEntry] {
        var entries: [YAMLEntry] = []
        var merges: [YAMLEntry] = []
        var seen: [Value: YAMLNode] = [:]
        while let event = try next(reader) {
            if case .mappingEnd = event.kind { break }
            let key = try node(event, reader, depth: depth + 1)
            guard let valueEvent = try next(reader) else { break }
            let value = try node(valueEvent, reader, depth: depth + 1)
            let entry = YAMLEntry(key: key, value: value)
            guard let scalar = key.scalar else {
                issues.report(.error("yaml-key", "a key has to be text, not a list or a mapping", at: key.span))
                continue
            }
            if scalar.text == "<<", scalar.style == .plain, key.tag == nil {
                merges.append(entry)
            } else if let first = seen[key.resolved] {
                issues.report(YAMLIssue.duplicate(scalar.text, at: key.span, first: first.span))
            } else {
                seen[key.resolved] = key
                entries.append(entry)
            }
        }
        for merge in merges { apply(merge, to: &entries, &seen) }
        return entries
    }

    /// https://yaml.org/type/merge.html: keys that are there win, and of several mappings the earlier one.
    private mutating func apply(_ merge: YAMLEntry, to entries: inout [YAMLEntry], _ seen: inout [Value: YAMLNode]) {
        for mapping in merge.value.items ?? [merge.value] {
            guard let merged = mapping.entries else {
                issues.report(
                    .error(
                        "yaml-merge", "`<<` takes a mapping or a list of mappings",
                        at: mapping.scalar == nil ? merge.key.span : mapping.span))
                continue
            }
            for entry in merged where seen[entry.key.resolved] == nil {
                seen[entry.key.resolved] = entry.key
                entries.append(entry)
            }
        }
    }
}
