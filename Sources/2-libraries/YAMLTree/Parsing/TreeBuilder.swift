internal import Diagnostics
internal import Platform

/// Builds the tree from libyaml's events, without recursion. Counts nodes and levels before it expands an alias, so that
/// no file costs more than the limits allow.
struct TreeBuilder {
    /// Whether the builder wants another event.
    enum Progress {
        case goOn, finished
        /// The tree is of no use.
        case abandoned
    }

    /// A node that an alias may name.
    enum Anchored {
        /// Not complete yet: an alias to it would make a cycle.
        case open
        case complete(Subtree)
    }

    /// More anchors than these are not compared with a misspelt alias.
    private static let hintLimit = 100

    let source: SourceText
    let limits: YAMLLimits
    var issues = IssueList()
    private(set) var root: YAMLNode?

    private var collections: [OpenCollection] = []
    private var anchors: [String: Anchored] = [:]
    private var documents = 0
    /// Of the tree so far, aliases expanded.
    private var nodes = 0
    /// The last quoted scalar that has several lines.
    private(set) var multilineQuote: Range<Int>?

    /// Where the innermost collection starts, if it is in brackets.
    var openBracket: Int? {
        guard let start = collections.last?.start, source[start] == "[" || source[start] == "{" else { return nil }
        return start
    }

    init(source: SourceText, limits: YAMLLimits) {
        self.source = source
        self.limits = limits
    }

    mutating func take(_ event: Event) -> Progress {
        if issues.count >= limits.issues {
            issues.report(
                .tooManyIssues, "the rest of the file is not read after \(limits.issues) mistakes",
                at: source.span(event.start..<event.end))
            return .abandoned
        }
        switch event.kind {
        case .streamStart, .documentEnd:
            return .goOn
        case .streamEnd:
            return .finished
        case .documentStart:
            documents += 1
            if documents == 1 { return .goOn }
            issues.report(
                .severalDocuments, "a second document starts here, and a file holds one",
                at: source.span(event.start..<event.end), hint: "put it into a file of its own")
            return .finished
        case .alias(let name):
            return expand(name, event)
        case .scalar(let text, let style):
            return takeScalar(text, style, event)
        case .sequenceStart, .mappingStart:
            return open(event)
        case .sequenceEnd, .mappingEnd:
            close(event)
            return .goOn
        }
    }

    private mutating func takeScalar(_ text: String, _ style: YAMLScalar.Style, _ event: Event) -> Progress {
        guard count(1, at: event) else { return .abandoned }
        let properties = properties(of: event)
        // Of an empty scalar its properties are all there is to see.
        let start = properties.content < event.end ? properties.content : event.start
        let range = start..<max(start, event.end)
        if style == .singleQuoted || style == .doubleQuoted,
            source.line(of: range.lowerBound) < source.line(of: range.upperBound)
        {
            multilineQuote = range
        }
        var isFaulty = false
        var tag: CoreTag?
        if let long = event.tag {
            tag = CoreTag(long: long)
            isFaulty = tag == nil
            if isFaulty { reportUnknownTag(long, properties) }
        }
        var resolved = CoreSchema.resolve(text, style, tag)
        if resolved == nil {
            isFaulty = true
            reportWrongTag(event, source.span(range))
            resolved = .string(text)
        }
        let scalar = YAMLScalar(text: text, style: style, resolved: resolved ?? .null)
        let node = YAMLNode(
            .scalar(scalar), tag: event.tag, anchor: event.anchor, isFaulty: isFaulty, source: source, range: range)
        add(Subtree(node, nodes: 1, levels: 0))
        return .goOn
    }

    private mutating func open(_ event: Event) -> Progress {
        let properties = properties(of: event)
        guard collections.count < limits.depth else {
            issues.report(
                .tooDeep, "more than \(limits.depth) lists and mappings are inside of one another here",
                at: source.span(at: properties.content))
            return .abandoned
        }
        guard count(1, at: event) else { return .abandoned }
        let isMapping = if case .mappingStart = event.kind { true } else { false }
        var isFaulty = false
        if let long = event.tag {
            let tag = CoreTag(long: long)
            if tag == nil {
                isFaulty = true
                reportUnknownTag(long, properties)
            } else if tag != .nonSpecific, tag != (isMapping ? .mapping : .sequence) {
                isFaulty = true
                reportWrongTag(event, source.span(properties.tag ?? event.start..<event.end))
            }
        }
        if let anchor = event.anchor { anchors[anchor] = .open }
        collections.append(
            OpenCollection(
                isMapping: isMapping, tag: event.tag, anchor: event.anchor, isFaulty: isFaulty,
                start: properties.content))
        return .goOn
    }

    private mutating func close(_ event: Event) {
        guard let collection = collections.popLast() else { return }
        var end = collection.start + 1
        if let bracket = source[collection.start], bracket == "[" || bracket == "{", event.end > end,
            source.line(of: event.end - 1) == source.line(of: collection.start)
        {
            end = event.end
        }
        add(collection.complete(source: source, range: collection.start..<end, &issues))
    }

    private mutating func add(_ subtree: Subtree) {
        if let anchor = subtree.node.anchor { anchors[anchor] = .complete(subtree) }
        attach(subtree)
    }

    private mutating func attach(_ subtree: Subtree) {
        if collections.isEmpty {
            root = subtree.node
        } else {
            collections[collections.count - 1].add(subtree, &issues)
        }
    }

    private mutating func expand(_ name: String, _ event: Event) -> Progress {
        let span = source.span(event.start..<event.end)
        switch anchors[name] {
        case .complete(let subtree):
            guard nodes + subtree.nodes <= limits.nodes else {
                issues.report(
                    .aliasBomb, "with this alias expanded the file has more than \(limits.nodes) nodes", at: span)
                return .abandoned
            }
            guard collections.count + subtree.levels <= limits.depth else {
                issues.report(
                    .tooDeep,
                    "with this alias expanded more than \(limits.depth) lists and mappings are inside of one another",
                    at: span)
                return .abandoned
            }
            nodes += subtree.nodes
            attach(subtree)
            return .goOn
        case .open:
            issues.report(.aliasCycle, "the alias `*\(name)` stands inside of the node that it names", at: span)
        case nil:
            issues.report(
                .unknownAlias, "no anchor `&\(name)` stands before this alias", at: span,
                hint: anchors.count > Self.hintLimit ? nil : Spelling.hint(for: name, in: anchors.keys.sorted()))
        }
        guard count(1, at: event) else { return .abandoned }
        let nothing = YAMLScalar(text: "", style: .plain, resolved: .null)
        attach(
            Subtree(
                YAMLNode(.scalar(nothing), isFaulty: true, source: source, range: event.start..<event.start), nodes: 1,
                levels: 0))
        return .goOn
    }

    /// - Returns: whether as many nodes are allowed.
    private mutating func count(_ more: Int, at event: Event) -> Bool {
        nodes += more
        if nodes <= limits.nodes { return true }
        issues.report(
            .tooBig, "the file has more than \(limits.nodes) nodes", at: source.span(event.start..<event.end))
        return false
    }

    private func properties(of event: Event) -> NodeProperties {
        NodeProperties(in: source, at: event.start, isPlain: event.anchor == nil && event.tag == nil)
    }
}
