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
