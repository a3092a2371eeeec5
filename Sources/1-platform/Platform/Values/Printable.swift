/// Text that is safe to show: hostile names and messages cannot move the cursor, colour the terminal, forge lines, or hide
/// and reorder what stands beside them. Everything that comes from outside goes through here before it is shown; what is
/// printed as JSON escapes the same characters, and so keeps its value. `UnsafeCharacters` decides which they are.
public enum Printable {
    /// Bytes as text, with control characters and invalid UTF-8 escaped as `\n`, `\t` or `\xFF`.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        // Nearly all are harmless as they are.
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
        var result = ""
        result.reserveCapacity(bytes.count)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var position = 0
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                append(scalar, to: &result)
                position += UTF8.width(scalar)
            case .emptyInput:
                break decoding
            case .error:
                result += escape(bytes[position])
                position += 1
                decoder = UTF8()
                iterator = Array(bytes[position...]).makeIterator()
            }
        }
        return result
    }

    /// The same for text that is already a string. A joiner between two emoji, which makes one picture of them, stays.
    public static func text(_ string: String) -> String {
        guard string.unicodeScalars.contains(where: UnsafeCharacters.contains) else { return string }
        var result = ""
        var before: Unicode.Scalar?
        var rest = string.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{200D}", let before, isPicture(before), let next = rest.first, isPicture(next) {
                result.unicodeScalars.append(scalar)
            } else {
                append(scalar, to: &result)
            }
            before = scalar
        }
        return result
    }

    /// For messages: harmless, and of a long text its two ends with its length: "aaaa…zzzz (900000 characters)".
    public static func short(_ string: String) -> String {
        // As few bytes cannot be more characters.
        if string.utf8.count <= longest { return text(string) }
        let count = string.unicodeScalars.count
        if count <= longest { return text(string) }
        let start = String(string.unicodeScalars.prefix(longest / 2))
        let end = String(string.unicodeScalars.suffix(longest / 4))
        return "\(text(start))…\(text(end)) (\(count) characters)"
    }

    /// What `short` leaves whole, in Unicode scalars.
    private static let longest = 80

    /// An emoji, or what changes the look of the one before it.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FE0F}" || scalar.value > 0xFF && scalar.properties.isEmoji
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where UnsafeCharacters.contains(scalar): for byte in String(scalar).utf8 { result += escape(byte) }
        default: result.unicodeScalars.append(scalar)
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
}

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
