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

/// A search for a regular expression in a text. It is in all states at once that some way leads to (Thompson), so that a
/// character takes no more steps than the automaton has states, whatever the pattern and the text are.
struct PatternRun {
    /// States that were entered, for tests of the bound.
    private(set) var steps = 0
    private let program: PatternProgram
    /// The states that wait for a character.
    private var waiting: [Int] = []
    /// For each state, the position at which it was last entered, plus one.
    private var entered: [Int]
    private var stack: [Int] = []

    init(_ program: PatternProgram) {
        self.program = program
        entered = [Int](repeating: 0, count: program.states.count)
    }

    /// Whether some part of the text matches.
    mutating func finds(in text: String) -> Bool {
        var next = text.unicodeScalars.makeIterator()
        var before: Unicode.Scalar?
        var behind = next.next()
        var reached: [Int] = []
        var position = 0
        while true {
            position += 1
            // A match may begin at any place.
            reached.append(program.start)
            waiting.removeAll(keepingCapacity: true)
            for state in reached where enter(state, at: position, before, behind) { return true }
            reached.removeAll(keepingCapacity: true)
            guard let scalar = behind else { return false }
            for state in waiting {
                if case .character(let characters, let next) = program.states[state], characters.contains(scalar) {
                    reached.append(next)
                }
            }
            before = scalar
            behind = next.next()
        }
    }

    /// Goes on to every state that needs no character.
    ///
    /// - Returns: whether the pattern was found.
    private mutating func enter(
        _ first: Int, at position: Int, _ before: Unicode.Scalar?, _ behind: Unicode.Scalar?
    ) -> Bool {
        stack.append(first)
        while let state = stack.popLast() {
            guard entered[state] != position else { continue }
            entered[state] = position
            steps += 1
            switch program.states[state] {
            case .found: return true
            case .character: waiting.append(state)
            case .fork(let one, let other):
                stack.append(other)
                stack.append(one)
            case .assertion(let assertion, let next):
                if assertion.holds(before: before, behind: behind) { stack.append(next) }
            }
        }
        return false
    }
}
