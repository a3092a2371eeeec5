/// How characters are stored in a text.
struct TextEncoding: Hashable {
    /// In libmagic's words.
    let charset: String
    /// Bytes of the byte order mark.
    private let mark: Int
    private let unit: Unit

    private enum Unit: Hashable {
        case byte
        case wide(TextUnits)
    }

    /// The encoding of a text that begins with these bytes; nil: they are no text.
    ///
    /// - Parameter isWhole: whether they are the whole text: a part of one may end within a character.
    static func find(_ bytes: [UInt8], isWhole: Bool) -> TextEncoding? {
        if let marked = marked(bytes) { return marked.holds(bytes, from: marked.mark) ? marked : nil }
        guard !bytes.isEmpty else { return nil }
        if hasFewControls(bytes[...]) {
            return TextEncoding(charset: byteCharset(bytes[...], isWhole: isWhole), mark: 0, unit: .byte)
        }
        for units in [TextUnits(width: 2, isBigEndian: false), TextUnits(width: 2, isBigEndian: true)]
        where units.isLikely(bytes) {
            return TextEncoding(charset: units.charset, mark: 0, unit: .wide(units))
        }
        return nil
    }

    /// Whether a character takes several bytes each time.
    var isWide: Bool { unit != .byte }

    /// The same for further bytes of the file.
    var withoutMark: TextEncoding { TextEncoding(charset: charset, mark: 0, unit: unit) }

    /// Whether further bytes of the same file, from a multiple of four on, are text as well.
    func holds(_ bytes: [UInt8]) -> Bool { holds(bytes, from: 0) }

    private func holds(_ bytes: [UInt8], from start: Int) -> Bool {
        switch unit {
        case .byte: Self.hasFewControls(bytes[start...])
        case .wide(let units): units.isText(bytes[start...])
        }
    }

    /// The characters behind the byte order mark, one byte each: those beyond ASCII do not matter to who looks for ASCII.
    func plain(_ bytes: [UInt8]) -> [UInt8] {
        switch unit {
        case .byte: Array(bytes[mark...])
        case .wide(let units): units.plain(bytes[mark...])
        }
    }

    private static func marked(_ bytes: [UInt8]) -> TextEncoding? {
        let marks: [(mark: [UInt8], width: Int, isBigEndian: Bool)] = [
            ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE], 2, false),
            ([0xFE, 0xFF], 2, true),
        ]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return TextEncoding(charset: "utf-8", mark: 3, unit: .byte) }
        for (mark, width, isBigEndian) in marks where bytes.starts(with: mark) {
            let units = TextUnits(width: width, isBigEndian: isBigEndian)
            return TextEncoding(charset: units.charset, mark: mark.count, unit: .wide(units))
        }
        return nil
    }

    /// Whether control characters that no text needs are as rare as slips are: one in 512 bytes, or a single one. One byte in
    /// eleven is such a character in compressed data, and more in programs.
    private static func hasFewControls(_ bytes: ArraySlice<UInt8>) -> Bool {
        let limit = max(1, bytes.count / 512)
        var count = 0
        for byte in bytes where isStray[Int(byte)] {
            count += 1
            if count > limit { return false }
        }
        // In a few bytes, one says much, unless all others are characters for certain.
        return count == 0 || bytes.count >= 64 || count * 2 < bytes.count && isUTF8(bytes)
    }

    /// Tab, line ends, backspace, page and vertical feed are text, and what ISO 2022 and terminals' colours need.
    private static let isStray: [Bool] = (0..<256).map { (byte: Int) -> Bool in
        let isText = (0x08...0x0F).contains(byte) || byte == 0x1B
        return byte == 0x7F || byte < 0x20 && !isText
    }

    private static func byteCharset(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            guard let escape = bytes.firstIndex(of: 0x1B) else { return "us-ascii" }
            let sequence = bytes[escape...].dropFirst().prefix(3)
            if sequence.elementsEqual("$)C".utf8) { return "iso-2022-kr" }
            return sequence.starts(with: "$B".utf8) || sequence.starts(with: "$@".utf8) ? "iso-2022-jp" : "us-ascii"
        }
        // A part of a file may end within a character.
        return isUTF8(bytes) || !isWhole && (1...3).contains { isUTF8(bytes.dropLast($0)) } ? "utf-8" : "unknown-8bit"
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }
}
