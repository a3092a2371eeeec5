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

    /// Whether it is text although no mark says so: there are no slips, and at least one in sixteen is of ASCII, which
    /// every language needs for blanks and line ends.
    func isLikely(_ bytes: [UInt8]) -> Bool {
        let counts = count(bytes[...])
        return counts.all > 0 && counts.bad <= counts.all / 512 && counts.ascii * 16 >= counts.all
    }

    /// One byte for each character: those beyond ASCII become 0xFF.
    func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / width)
        each(bytes) { result.append($0 < 0x80 ? UInt8($0) : 0xFF) }
        return result
    }

    private func count(_ bytes: ArraySlice<UInt8>) -> (all: Int, ascii: Int, bad: Int) {
        var all = 0
        var ascii = 0
        var bad = 0
        var expectsLow = false
        each(bytes) { unit in
            all += 1
            let isLow = width == 2 && (0xDC00...0xDFFF).contains(unit)
            if isLow != expectsLow { bad += 1 }
            expectsLow = width == 2 && (0xD800...0xDBFF).contains(unit)
            if (0x20...0x7E).contains(unit) || [0x09, 0x0A, 0x0D].contains(unit) {
                ascii += 1
            } else if isBad(unit) {
                bad += 1
            }
        }
        return (all, ascii, bad)
    }

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
