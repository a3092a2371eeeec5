/// The characters of a text file.
enum DocumentText {
    /// - Parameter charset: in libmagic's words, as `detect-mime` gives it; nil: not known. A byte order mark goes before it.
    /// - Returns: nil when the bytes are no text of that kind, or a kind that is not read.
    static func decode(_ bytes: [UInt8], charset: String?) -> String? {
        if let (count, encoding) = mark(bytes) { return decode(bytes[count...], encoding) }
        switch charset {
        case "utf-16le": return decode(bytes[...], .wide(2, isBigEndian: false))
        case "utf-16be": return decode(bytes[...], .wide(2, isBigEndian: true))
        case "utf-32le": return decode(bytes[...], .wide(4, isBigEndian: false))
        case "utf-32be": return decode(bytes[...], .wide(4, isBigEndian: true))
        case "unknown-8bit": return decode(bytes[...], .utf8) ?? decode(bytes[...], .windows1252)
        case nil, "us-ascii", "utf-8", "binary": return decode(bytes[...], .utf8)
        default: return nil
        }
    }

    private enum Encoding {
        case utf8, windows1252
        /// Units of so many bytes.
        case wide(Int, isBigEndian: Bool)
    }

    private static func mark(_ bytes: [UInt8]) -> (count: Int, encoding: Encoding)? {
        let marks: [([UInt8], Encoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .wide(4, isBigEndian: false)),
            ([0, 0, 0xFE, 0xFF], .wide(4, isBigEndian: true)), ([0xFF, 0xFE], .wide(2, isBigEndian: false)),
            ([0xFE, 0xFF], .wide(2, isBigEndian: true)),
        ]
        return marks.first { bytes.starts(with: $0.0) }.map { ($0.0.count, $0.1) }
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
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
            (0..<width).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[isBigEndian ? start + $1 : start + width - 1 - $1]) }
        }
        return width == 2
            ? String(validating: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(validating: units, as: UTF32.self)
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
