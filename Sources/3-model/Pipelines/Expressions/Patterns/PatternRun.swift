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
