/// Makes ids of headings: letters and digits of any script in lower case, with "-" between words. One that was given before gets
/// a number.
struct Slugs {
    /// Characters of one, without its number.
    static let longest = 80

    private var given: Set<String> = []
    /// The next number to try for a slug that was wanted before.
    private var numbers: [String: Int] = [:]

    mutating func next(for text: String) -> String {
        let base = Self.slug(text)
        var id = base
        var number = numbers[base] ?? 1
        while !given.insert(id).inserted {
            number += 1
            id = "\(base)-\(number)"
        }
        numbers[base] = number
        return id
    }

    private static func slug(_ text: String) -> String {
        var slug = String.UnicodeScalarView()
        var isBetween = false
        for scalar in text.lowercased().unicodeScalars {
            guard isPart(scalar) else {
                isBetween = isBetween || scalar.properties.isWhitespace || scalar == "-" || scalar == "_"
                continue
            }
            if slug.count >= longest { break }
            if isBetween, !slug.isEmpty { slug.append("-") }
            isBetween = false
            slug.append(scalar)
        }
        return slug.isEmpty ? "section" : String(slug)
    }

    /// Letters, marks upon them, and digits.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
