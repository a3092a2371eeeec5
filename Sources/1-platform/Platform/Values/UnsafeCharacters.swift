/// The characters that are never shown as they are, and that no name of a person, school, channel or the like may have:
/// they command terminals, end lines, reorder what stands beside them, or cannot be seen. Letters of every script stay,
/// from right to left too (Unicode Technical Report 36 and Technical Standard 39).
public enum UnsafeCharacters {
    /// Whether a character is one of them.
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD: false
        // C0, DEL and C1, of which U+009B starts an escape sequence as ESC [ does; the soft hyphen.
        case 0..<0x20, 0x7F..<0xA0, 0xAD: true
        // Marks, overrides, embeddings and isolates of direction.
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F: true
        // Without width: spaces, joiners, invisible operators, the byte order mark.
        case 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0xFEFF: true
        // Separators of lines and paragraphs; annotations; control of notation.
        case 0x2028...0x2029, 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
        // Tags and further selectors, which can hide a whole text.
        case 0xE0000...0xE0FFF: true
        // Noncharacters.
        case 0xFDD0...0xFDEF: true
        case let value: value & 0xFFFE == 0xFFFE
        }
    }

    /// The first of them in a text, as `U+202E`; nil: there is none.
    public static func first(in text: String) -> String? {
        text.unicodeScalars.first(where: contains).map(code)
    }

    /// "U+202E"
    public static func code(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
