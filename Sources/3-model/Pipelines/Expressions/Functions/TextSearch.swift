internal import Platform

/// Text as bytes in which equal texts are equal bytes: composed as Unicode NFC.
struct SearchText {
    let bytes: [UInt8]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes.allSatisfy { $0 < 0x80 } ? bytes : Array(text.composed.utf8)
    }

    /// Where `part` starts, without overlaps, from left to right; none for an empty one. Time grows with the sum of
    /// the lengths and not with their product, whatever they are (Knuth, Morris and Pratt).
    func occurrences(of part: SearchText, limit: Int = .max) -> [Int] {
        let needle = part.bytes
        guard !needle.isEmpty, needle.count <= bytes.count else { return [] }
        let borders = Self.borders(of: needle)
        var found: [Int] = []
        var matched = 0
        for (index, byte) in bytes.enumerated() {
            while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            guard matched == needle.count else { continue }
            found.append(index + 1 - matched)
            if found.count == limit { return found }
            matched = 0
        }
        return found
    }

    /// For each prefix, how long the longest part is that both starts and ends it.
    private static func borders(of needle: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: needle.count)
        var length = 0
        for index in needle.indices.dropFirst() {
            while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
            if needle[index] == needle[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }

    func contains(_ part: SearchText) -> Bool { part.bytes.isEmpty || !occurrences(of: part, limit: 1).isEmpty }
    func starts(with part: SearchText) -> Bool { bytes.starts(with: part.bytes) }
    func ends(with part: SearchText) -> Bool { bytes.suffix(part.bytes.count).elementsEqual(part.bytes) }
}
