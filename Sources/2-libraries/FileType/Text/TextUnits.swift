/// Characters of two or four bytes each: UTF-16 and UTF-32.
struct TextUnits: Hashable {
    /// In bytes.
    let width: Int
    let isBigEndian: Bool

    /// In libmagic's words.
    var charset: String { "utf-\(8 * width)\(isBigEndian ? "be" : "le")" }

    /// Whether all but a few slips are characters.
    func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let counts = count(bytes)
        return counts.bad <= max(1, counts.all / 512) && counts.bad * 2 <= counts.all
    }

    /// Whether it is text although no mark says so: there are no slips, and at least one in sixteen is of ASCII, which most
    /// languages need for blanks and line ends; or nearly all are Chinese, Japanese or Korean, which do without.
    func isLikely(_ bytes: [UInt8]) -> Bool {
        let counts = count(bytes[...])
        guard counts.all > 0, counts.bad <= counts.all / 512 else { return false }
        if counts.ascii * 16 >= counts.all { return true }
        return counts.all >= 4 && (counts.ascii + counts.eastern) * 16 >= counts.all * 15
            && counts.mixed * 8 >= counts.eastern
    }

    /// One byte for each character: those beyond ASCII become 0xFF.
    func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / width)
        each(bytes) { result.append($0 < 0x80 ? UInt8($0) : 0xFF) }
        return result
    }

    private struct Counts {
        var all = 0
        var ascii = 0
        /// Signs and punctuation of Chinese, Japanese and Korean.
        var eastern = 0
        /// Those of them of which a byte is no letter of ASCII: pairs of such letters look like signs too.
        var mixed = 0
        var bad = 0
    }

    private func count(_ bytes: ArraySlice<UInt8>) -> Counts {
        var counts = Counts()
        var expectsLow = false
        each(bytes) { unit in
            counts.all += 1
            let isLow = width == 2 && (0xDC00...0xDFFF).contains(unit)
            if isLow != expectsLow { counts.bad += 1 }
            expectsLow = width == 2 && (0xD800...0xDBFF).contains(unit)
            if (0x20...0x7E).contains(unit) || unit == 0x09 || unit == 0x0A || unit == 0x0D {
                counts.ascii += 1
            } else if isEastern(unit) {
                counts.eastern += 1
                if !Self.isPrintable(unit >> 8) || !Self.isPrintable(unit & 0xFF) { counts.mixed += 1 }
            } else if isBad(unit) {
                counts.bad += 1
            }
        }
        return counts
    }

    /// Kana, signs, Hangul, their punctuation, and ASCII in their width.
    private func isEastern(_ unit: UInt32) -> Bool {
        (0x3000...0x30FF).contains(unit) || (0x4E00...0x9FFF).contains(unit) || (0xAC00...0xD7A3).contains(unit)
            || (0xFF01...0xFFEE).contains(unit)
    }

    private static func isPrintable(_ byte: UInt32) -> Bool { (0x20...0x7E).contains(byte) }

    private func isBad(_ unit: UInt32) -> Bool {
        unit < 0x20 && ![0x08, 0x0B, 0x0C, 0x1A].contains(unit) || (0x7F...0x9F).contains(unit) && unit != 0x85
            || (0xE000...0xF8FF).contains(unit) || unit & 0xFFFE == 0xFFFE || unit > 0x10FFFF
            || width == 4 && (0xD800...0xDFFF).contains(unit)
    }

    /// A half unit at the end is left out.
    private func each(_ bytes: ArraySlice<UInt8>, _ body: (UInt32) -> Void) {
        var position = bytes.startIndex
        while position + width <= bytes.endIndex {
            var unit: UInt32 = 0
            for index in 0..<width {
                unit = unit << 8 | UInt32(bytes[isBigEndian ? position + index : position + width - 1 - index])
            }
            body(unit)
            position += width
        }
    }
}

/// The lines at the beginning of a text in lower case, without blanks at their ends, and without those that are nothing else.
/// No more than the first 500, and the first 300 bytes of each.
struct TextLines: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var position = 0
    private var count = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func next() -> String? {
        while position < text.count, count < 500 {
            let end = text[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            let line = lowercased(text[position..<end].prefix(300))
            position = end + 1
            let trimmed = String(decoding: line, as: UTF8.self)[...].trimmed
            guard !trimmed.isEmpty else { continue }
            count += 1
            return String(trimmed)
        }
        return nil
    }
}

extension Substring {
    /// Without blanks at its ends.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }
}
