@_spi(_Unicode) internal import Swift

extension String {
    /// The text as searches, orders by name and whoever takes a name "in any case" compare it: without case, accents, vowel
    /// points and what cannot be seen; ligatures, full-width and other forms of a letter are the letter, digits of all
    /// scripts those of ASCII. `Łukasz`, `Straße` and `ΑΘΗΝΆ` are `lukasz`, `strasse` and `αθηνα`. Marks that make another
    /// letter stay, as in Hindi, Thai or Japanese. It is composed (NFC); folded again it is the same. A text of which nothing
    /// would be left stays as it is.
    ///
    /// What is stored in this form has to be made anew when this changes.
    public var folded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var scalars = UnicodeScalarView()
        for scalar in _nfd {
            if let parts = Folding.compatible(scalar) {
                for part in parts.unicodeScalars { Folding.add(part, to: &scalars) }
            } else {
                Folding.add(scalar, to: &scalars)
            }
        }
        return (scalars.isEmpty ? self : String(scalars)).composed
    }
}

private enum Folding {
    /// Adds what a decomposed character is when it is folded.
    static func add(_ scalar: Unicode.Scalar, to scalars: inout String.UnicodeScalarView) {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            if !isDropped(properties) { scalars.append(scalar) }
        case .decimalNumber:
            let digit = properties.numericValue.flatMap { Unicode.Scalar(UInt32(0x30 + $0)) }
            scalars.append(digit ?? scalar)
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .letterNumber, .otherSymbol:
            // Of the whole text, `lowercased()` would leave `ß` beside `SS`, and make two of Σ.
            for lower in properties.lowercaseMapping.unicodeScalars {
                for upper in lower.properties.uppercaseMapping.unicodeScalars {
                    for scalar in upper.properties.lowercaseMapping.unicodeScalars { addAlike(scalar, to: &scalars) }
                }
            }
        default: addAlike(scalar, to: &scalars)
        }
    }

    private static func addAlike(_ scalar: Unicode.Scalar, to scalars: inout String.UnicodeScalarView) {
        if let letters = alike[scalar] {
            scalars.append(contentsOf: letters.unicodeScalars)
        } else {
            scalars.append(scalar)
        }
    }

    /// Accents and strokes, and the points of Hebrew and Arabic, by the classes of Unicode
    /// (https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values). The other marks are vowels of their scripts, or
    /// make another letter, as the voicing marks of Japanese do.
    private static func isDropped(_ properties: Unicode.Scalar.Properties) -> Bool {
        if properties.generalCategory == .enclosingMark { return true }
        switch properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...: return true
        default: return false
        }
    }

    /// What Unicode's compatibility decomposition makes of a character; nil: no more than the canonical one.
    static func compatible(_ scalar: Unicode.Scalar) -> String? {
        if scalar.value < 0xA0 { return nil }
        // Lines in the order of their bytes, each a character and what it becomes; scripts/compatibility-table writes them.
        let table = PackageResources.compatibility_txt
        let newLine = UInt8(ascii: "\n")
        let key = String(scalar).utf8
        // Both stand at the beginning of a line.
        var (low, high) = (0, table.count)
        while low < high {
            var line = (low + high) / 2
            while line > low, table[line - 1] != newLine { line -= 1 }
            let rest = table[line...]
            if rest.starts(with: key) {
                return String(decoding: rest.dropFirst(key.count).prefix { $0 != newLine }, as: UTF8.self)
            }
            if rest.prefix(key.count).lexicographicallyPrecedes(key) {
                low = (rest.firstIndex(of: newLine) ?? table.count - 1) + 1
            } else {
                high = line
            }
        }
        return nil
    }

    /// Letters that people write as others and that Unicode does not take apart: in lower case.
    private static let alike: [Unicode.Scalar: String] = [
        // Latin
        "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ĸ": "k", "ł": "l", "ŋ": "n", "ø": "o",
        "ŧ": "t", "ƀ": "b", "ɓ": "b", "ƈ": "c", "ȼ": "c", "ɖ": "d", "ɗ": "d", "ə": "a", "ǝ": "e", "ɛ": "e", "ɇ": "e",
        "ƒ": "f", "ǥ": "g", "ɠ": "g", "ɣ": "g", "ɨ": "i", "ɩ": "i", "ɉ": "j", "ƙ": "k", "ƚ": "l", "ɲ": "n", "ƞ": "n",
        "ɔ": "o", "ɵ": "o", "ƥ": "p", "ɋ": "q", "ɍ": "r", "ƭ": "t", "ʈ": "t", "ⱦ": "t", "ʉ": "u", "ʊ": "u", "ʋ": "v",
        "ɏ": "y", "ƴ": "y", "ƶ": "z", "ȥ": "z", "ⱥ": "a",
        // Cyrillic
        "ґ": "г",
        // Hebrew: ligatures of Yiddish
        "װ": "וו", "ױ": "וי", "ײ": "יי",
        // Arabic: forms that keyboards of other languages write, and the stroke that stretches a word
        "ٱ": "ا", "ى": "ي", "ی": "ي", "ے": "ي", "ک": "ك", "ة": "ه", "ہ": "ه", "ھ": "ه", "ە": "ه", "ـ": "",
        // Apostrophes; and those that are letters, which hardly anybody types
        "‘": "'", "’": "'",
        "ʹ": "", "ʺ": "", "ʻ": "", "ʼ": "", "ʽ": "", "ʾ": "", "ʿ": "",
    ]
}
