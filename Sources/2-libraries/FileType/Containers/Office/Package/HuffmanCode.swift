/// A canonical Huffman code of DEFLATE (RFC 1951, 3.2.2), decoded bit by bit.
struct HuffmanCode {
    private static let longest = 15

    /// How many codes there are of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// In the order of their codes.
    private var symbols: [Int]

    /// - Parameter lengths: of each symbol's code in bits, 0 for symbols without one; nil when there are more codes of these
    ///   lengths than can be told apart.
    init?(_ lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        var left = 1
        for length in 1...Self.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else { return nil }
        }
        symbols = (1...Self.longest).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    }

    /// The next symbol; nil: the bits end, or are no code.
    func decode(_ bits: inout BitReader) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...Self.longest {
            guard let bit = bits.take(1) else { return nil }
            code |= bit
            if code - counts[length] < first { return symbols[index + code - first] }
            index += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        return nil
    }
}
