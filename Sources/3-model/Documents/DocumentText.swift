/// The characters of a text file: by its byte order mark, or as UTF-8 where it is that, or as Windows-1252, as browsers read
/// what is nothing else, and as spreadsheets and school systems write it.
public enum DocumentText {
    /// How characters are stored.
    public enum Encoding: Sendable, Hashable {
        case utf8, windows1252
        /// Units of two or four bytes.
        case wide(Int, isBigEndian: Bool)

        /// Its name in `Content-Type`; nil: browsers read no such text.
        public var charset: String? {
            switch self {
            case .utf8: "utf-8"
            case .windows1252: "windows-1252"
            case .wide(let width, let isBigEndian): width == 2 ? "utf-16\(isBigEndian ? "be" : "le")" : nil
            }
        }
    }

    /// Of bytes that are known to be a text.
    public static func encoding(of bytes: [UInt8]) -> Encoding {
        if let (_, encoding) = mark(bytes) { return encoding }
        if let isBigEndian = wideOrder(bytes) { return .wide(2, isBigEndian: isBigEndian) }
        return isUTF8(bytes[...]) ? .utf8 : .windows1252
    }

    /// Of the beginning of a text; nil: what follows decides.
    public static func encoding(ofBeginning bytes: [UInt8]) -> Encoding? {
        if bytes.allSatisfy({ (0x01..<0x80).contains($0) }) { return nil }
        let encoding = encoding(of: bytes)
        // It may end within a character.
        let isCut = encoding == .windows1252 && (1...3).contains { isUTF8(bytes.dropLast($0)) }
        return isCut ? .utf8 : encoding
    }

    /// The characters of what is known to be a text, without a byte order mark; U+FFFD stands for what is none.
    public static func shown(_ bytes: [UInt8]) -> String {
        let rest = bytes[(mark(bytes)?.count ?? 0)...]
        return switch encoding(of: bytes) {
        case .utf8: String(decoding: rest, as: UTF8.self)
        case .windows1252: String(String.UnicodeScalarView(rest.map(character)))
        case .wide(2, let isBigEndian):
            String(
                decoding: units(rest, 2, isBigEndian).map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        case .wide(let width, let isBigEndian): String(decoding: units(rest, width, isBigEndian), as: UTF32.self)
        }
    }

    /// The characters of what may be no text, without a byte order mark.
    ///
    /// - Parameter charset: in libmagic's words, as `detect-mime` gives it; nil: not known. A byte order mark goes before it.
    /// - Returns: nil when the bytes are no text of that kind, or a kind that is not read.
    public static func decode(_ bytes: [UInt8], charset: String?) -> String? {
        if let (count, encoding) = mark(bytes) { return decode(bytes[count...], encoding) }
        switch charset {
        case "utf-16le": return decode(bytes[...], .wide(2, isBigEndian: false))
        case "utf-16be": return decode(bytes[...], .wide(2, isBigEndian: true))
        case "utf-32le": return decode(bytes[...], .wide(4, isBigEndian: false))
        case "utf-32be": return decode(bytes[...], .wide(4, isBigEndian: true))
        case "unknown-8bit", "iso-8859-1":
            return decode(bytes[...], .utf8) ?? decode(bytes[...], .windows1252)
        case nil, "us-ascii", "utf-8", "binary":
            if let text = decode(bytes[...], .utf8) { return text }
            return bytes.contains(where: isControl) ? nil : decode(bytes[...], .windows1252)
        default: return nil
        }
    }

    private static let marks: [(mark: [UInt8], encoding: Encoding)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .wide(4, isBigEndian: false)),
        ([0, 0, 0xFE, 0xFF], .wide(4, isBigEndian: true)), ([0xFF, 0xFE], .wide(2, isBigEndian: false)),
        ([0xFE, 0xFF], .wide(2, isBigEndian: true)),
    ]

    private static func mark(_ bytes: [UInt8]) -> (count: Int, encoding: Encoding)? {
        marks.first { bytes.starts(with: $0.mark) }.map { ($0.mark.count, $0.encoding) }
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Whether UTF-16 without a mark is big-endian; nil: it is none. It has zeros at every second place, as no other text has:
    /// those at its end fill the last block up, and a few elsewhere are slips.
    private static func wideOrder(_ bytes: [UInt8]) -> Bool? {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
        var (even, odd) = (0, 0)
        for index in 0...last where bytes[index] == 0 {
            if index.isMultiple(of: 2) { even += 1 } else { odd += 1 }
        }
        let most = max(even, odd)
        return most > max(1, last / 32) && most > 4 * min(even, odd) ? even > odd : nil
    }

    /// A character that no text has, in ASCII.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x08...0x0D).contains(byte) && byte != 0x1B || byte == 0x7F
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> String? {
        let text: String? =
            switch encoding {
            case .utf8: String(validating: bytes, as: UTF8.self)
            case .windows1252: String(String.UnicodeScalarView(bytes.map(character)))
            case .wide(let width, let isBigEndian): wide(bytes, width, isBigEndian)
            }
        // No text has it, and what C libraries get would end there.
        return text.flatMap { $0.utf8.contains(0) ? nil : $0 }
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, _ width: Int, _ isBigEndian: Bool) -> String? {
        guard bytes.count.isMultiple(of: width) else { return nil }
        let units = units(bytes, width, isBigEndian)
        return width == 2
            ? String(validating: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(validating: units, as: UTF32.self)
    }

    /// A part of a unit at the end is left out.
    private static func units(_ bytes: ArraySlice<UInt8>, _ width: Int, _ isBigEndian: Bool) -> [UInt32] {
        stride(from: bytes.startIndex, through: bytes.endIndex - width, by: width).map { start in
            (0..<width).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[isBigEndian ? start + $1 : start + width - 1 - $1]) }
        }
    }

    private static func character(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The characters of 0x80 to 0x9F; the five bytes that have none stand for themselves.
    private static let windows1252: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}", "\u{90}", "‘",
        "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]
}
