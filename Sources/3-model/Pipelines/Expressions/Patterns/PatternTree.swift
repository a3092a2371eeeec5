/// A regular expression as it was read.
indirect enum PatternTree: Sendable {
    case empty
    case characters(CharacterClass)
    case assertion(PatternAssertion)
    case sequence([PatternTree])
    case alternatives([PatternTree])
    /// nil: as often as wanted.
    case repeated(PatternTree, atLeast: Int, atMost: Int?)
}

/// What must hold between two characters.
enum PatternAssertion: Sendable {
    /// `^` and `` \` ``, `$` and `\'`: the text's, not a line's.
    case start, end
    /// `\<`, `\>`, `\b` and `\B`.
    case wordStart, wordEnd, wordBoundary, noWordBoundary

    func holds(before: Unicode.Scalar?, behind: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: return before == nil
        case .end: return behind == nil
        default: break
        }
        let (left, right) = (Self.isWord(before), Self.isWord(behind))
        return switch self {
        case .wordStart: !left && right
        case .wordEnd: left && !right
        case .wordBoundary: left != right
        default: left == right
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(CharacterClass.word.contains) ?? false }
}

/// A set of characters: one, all, or those of a bracket expression.
struct CharacterClass: Sendable {
    private let isNegated: Bool
    private let ranges: [ClosedRange<Unicode.Scalar>]
    private let kinds: [CharacterKind]
    /// The answer for each character of ASCII, a bit each.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ ranges: [ClosedRange<Unicode.Scalar>], kinds: [CharacterKind] = [], isNegated: Bool = false) {
        self.ranges = ranges
        self.kinds = kinds
        self.isNegated = isNegated
        for value in 0..<UInt8(128) where has(Unicode.Scalar(value)) {
            if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
        }
    }

    init(_ scalar: Unicode.Scalar) {
        self.init([scalar...scalar])
    }

    /// `.`
    static let all = CharacterClass(["\0"..."\u{10FFFF}"])
    /// `\w`
    static let word = CharacterClass(["_"..."_"], kinds: [.alnum])
    /// `\s`
    static let space = CharacterClass([], kinds: [.space])

    /// All other characters.
    var negated: CharacterClass { CharacterClass(ranges, kinds: kinds, isNegated: !isNegated) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 64 { return low & 1 << UInt64(scalar.value) != 0 }
        if scalar.value < 128 { return high & 1 << UInt64(scalar.value - 64) != 0 }
        return has(scalar)
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        (ranges.contains { $0.contains(scalar) } || kinds.contains { $0.contains(scalar) }) != isNegated
    }
}
