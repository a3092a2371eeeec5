/// Looks in libyaml's events for the scalar that stands under a key of a document's top mapping, and needs nothing of what is
/// behind it.
struct KeySearch {
    enum Progress {
        case goOn
        case found(String)
        /// Whether there is one cannot be told here.
        case abandoned
    }

    private let key: String
    private let limits: YAMLLimits
    private var nodes = 0
    private var depth = 0
    /// Of the top mapping: the next node is a key, or the value of one.
    private var isAtKey = true
    private var isWanted = false

    init(key: String, limits: YAMLLimits) {
        self.key = key
        self.limits = limits
    }

    mutating func take(_ event: Event) -> Progress {
        nodes += 1
        guard nodes <= limits.nodes else { return .abandoned }
        switch event.kind {
        case .streamStart, .documentStart: return .goOn
        case .streamEnd, .documentEnd: return .abandoned
        case .alias: return takeNode(nil)
        case .scalar(let text, _): return takeNode(text)
        case .mappingStart, .sequenceStart:
            if case .sequenceStart = event.kind, depth == 0 { return .abandoned }
            // Keys are scalars, and one that is wanted has a scalar.
            guard depth < limits.depth, depth != 1 || (!isAtKey && !isWanted) else { return .abandoned }
            depth += 1
            return .goOn
        case .mappingEnd, .sequenceEnd:
            depth -= 1
            if depth == 1 { isAtKey = true }
            return .goOn
        }
    }

    /// - Parameter text: nil for an alias.
    private mutating func takeNode(_ text: String?) -> Progress {
        guard depth > 0 else { return .abandoned }
        guard depth == 1 else { return .goOn }
        if isAtKey {
            guard let text else { return .abandoned }
            isWanted = text == key
        } else if isWanted {
            return text.map(Progress.found) ?? .abandoned
        }
        isAtKey.toggle()
        return .goOn
    }
}
