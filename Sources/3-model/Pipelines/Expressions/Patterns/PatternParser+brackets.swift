internal import Platform

/// `[…]`, in which nothing is special but `]`, `-` and `[:`, `[.`, `[=`.
extension PatternParser {
    /// Behind the `[`.
    mutating func readBracket() throws(LiteralError) -> CharacterClass {
        let isNegated = skip("^")
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var kinds: [CharacterKind] = []
        var isFirst = true
        while isFirst || next != "]" {
            if position + 1 < scalars.count, next == "[", scalars[position + 1] == ":" {
                kinds.append(try readKind())
            } else {
                if !isFirst, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                    throw Self.invalid("a `-` in brackets stands between two characters, or at an end")
                }
                let low = try readElement()
                guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                    ranges.append(low...low)
                    isFirst = false
                    continue
                }
                position += 1
                let high = try readElement()
                guard low <= high else { throw Self.invalid("a range in brackets goes from high to low") }
                ranges.append(low...high)
            }
            isFirst = false
        }
        position += 1
        return CharacterClass(ranges, kinds: kinds, isNegated: isNegated)
    }

    /// `[:alpha:]`
    private mutating func readKind() throws(LiteralError) -> CharacterKind {
        let name = try readNamed(":")
        if let kind = CharacterKind(rawValue: name) { return kind }
        throw Self.invalid("there is no character class `\(Printable.short(name))`")
    }

    /// A character, also as `[.-.]` or `[=-=]`.
    private mutating func readElement() throws(LiteralError) -> Unicode.Scalar {
        guard let scalar = next else { throw Self.invalid("a `[` is not closed") }
        if scalar == "[", position + 1 < scalars.count, ".=:".unicodeScalars.contains(scalars[position + 1]) {
            let name = try readNamed(scalars[position + 1])
            guard let character = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
                throw Self.invalid("`\(Printable.short(name))` in brackets is no single character")
            }
            return character
        }
        position += 1
        return scalar
    }

    /// What stands between `[:` and `:]`.
    private mutating func readNamed(_ mark: Unicode.Scalar) throws(LiteralError) -> String {
        position += 2
        var name = String.UnicodeScalarView()
        while position + 1 < scalars.count {
            if scalars[position] == mark, scalars[position + 1] == "]" {
                position += 2
                return String(name)
            }
            name.append(scalars[position])
            position += 1
        }
        throw Self.invalid("a `[` is not closed")
    }
}
