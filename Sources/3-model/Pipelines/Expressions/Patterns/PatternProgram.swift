/// A regular expression as an automaton: what is awaited in each state, and which state follows.
struct PatternProgram: Sendable {
    enum State: Sendable {
        case character(CharacterClass, next: Int)
        case assertion(PatternAssertion, next: Int)
        case fork(Int, Int)
        case found
    }

    /// States of an automaton, so that its work for each character of a text is bounded.
    static let maximumSize = 2_000

    private(set) var states: [State] = [.found]
    private(set) var start = 0

    /// - Throws: `LiteralError` for a pattern with too many states.
    init(_ tree: PatternTree) throws(LiteralError) {
        guard Self.size(of: tree) <= Self.maximumSize else {
            throw LiteralError(
                "this regular expression is too large",
                hint: "its repetitions, such as `{30}`, multiply to more than \(Self.maximumSize) parts")
        }
        start = append(tree, before: 0)
    }

    /// How many steps it takes to build the states, at least their number; no more than twice the limit is counted.
    private static func size(of tree: PatternTree) -> Int {
        let steps: Int =
            switch tree {
            case .empty, .characters, .assertion: 1
            case .sequence(let parts): parts.reduce(0) { $0 + size(of: $1) }
            case .alternatives(let branches): branches.reduce(branches.count - 1) { $0 + size(of: $1) }
            case .repeated(let part, let low, let high):
                (size(of: part) + (high == low ? 0 : 1)) * max(1, high ?? low + 1)
            }
        return min(steps, 2 * maximumSize)
    }

    /// Built from its end, so that each state knows the one that follows.
    ///
    /// - Returns: the state in which the tree's part begins.
    private mutating func append(_ tree: PatternTree, before next: Int) -> Int {
        switch tree {
        case .empty: return next
        case .characters(let characters): return append(.character(characters, next: next))
        case .assertion(let assertion): return append(.assertion(assertion, next: next))
        case .sequence(let parts): return parts.reversed().reduce(next) { append($1, before: $0) }
        case .alternatives(let branches):
            let starts = branches.map { append($0, before: next) }
            return starts.dropLast().reversed().reduce(starts[starts.count - 1]) { append(.fork($1, $0)) }
        case .repeated(let part, let low, let high):
            var start = next
            if let high {
                for _ in low..<high { start = append(.fork(append(part, before: start), next)) }
            } else {
                start = append(.fork(next, next))
                states[start] = .fork(append(part, before: start), next)
            }
            for _ in 0..<low { start = append(part, before: start) }
            return start
        }
    }

    private mutating func append(_ state: State) -> Int {
        states.append(state)
        return states.count - 1
    }
}
