/// Unpacks DEFLATE data (RFC 1951) up to a limit.
///
/// Only for the small parts that say what the other parts of a package are: no document is ever unpacked.
struct Inflate {
    private var bits: BitReader
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ input: [UInt8], limit: Int) {
        bits = BitReader(input)
        self.limit = limit
    }

    /// - Returns: what was packed, `limit` bytes at most; nil: `input` is damaged, or holds more.
    static func unpack(_ input: [UInt8], limit: Int) -> [UInt8]? {
        var inflate = Inflate(input, limit: limit)
        return inflate.run() ? inflate.output : nil
    }

    private mutating func run() -> Bool {
        while true {
            guard let isLast = bits.take(1), let kind = bits.take(2) else { return false }
            let isWell =
                switch kind {
                case 0: copyStored()
                case 1: expand(Self.fixedLengths, Self.fixedDistances)
                case 2: expandOwn()
                default: false
                }
            guard isWell else { return false }
            if isLast == 1 { return true }
        }
    }

    private mutating func copyStored() -> Bool {
        guard let bytes = bits.takeStored(), bytes.count <= limit - output.count else { return false }
        output += bytes
        return true
    }

    private mutating func expandOwn() -> Bool {
        guard let lengthCount = bits.take(5).map({ $0 + 257 }), let distanceCount = bits.take(5).map({ $0 + 1 }),
            let codeCount = bits.take(4).map({ $0 + 4 }), lengthCount <= 286, distanceCount <= 30
        else { return false }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<codeCount {
            guard let length = bits.take(3) else { return false }
            lengths[Self.codeOrder[index]] = length
        }
        guard let codes = HuffmanCode(lengths) else { return false }
        lengths = []
        while lengths.count < lengthCount + distanceCount {
            guard let symbol = codes.decode(&bits) else { return false }
            if symbol < 16 {
                lengths.append(symbol)
                continue
            }
            let repeated: (value: Int?, count: Int?) =
                switch symbol {
                case 16: (lengths.last, bits.take(2).map { $0 + 3 })
                case 17: (0, bits.take(3).map { $0 + 3 })
                default: (0, bits.take(7).map { $0 + 11 })
                }
            guard let value = repeated.value, let count = repeated.count,
                lengths.count + count <= lengthCount + distanceCount
            else { return false }
            lengths += repeatElement(value, count: count)
        }
        guard lengths[256] > 0, let literals = HuffmanCode(Array(lengths[..<lengthCount])),
            let distances = HuffmanCode(Array(lengths[lengthCount...]))
        else { return false }
        return expand(literals, distances)
    }

    private mutating func expand(_ literals: HuffmanCode?, _ distances: HuffmanCode?) -> Bool {
        guard let literals, let distances else { return false }
        while true {
            guard let symbol = literals.decode(&bits) else { return false }
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol < 286, let extra = bits.take(Self.lengthBits[symbol - 257]),
                let place = distances.decode(&bits), place < 30, let more = bits.take(Self.distanceBits(place))
            else { return false }
            let length = Self.lengthBases[symbol - 257] + extra
            let distance = Self.distanceBase(place) + more
            guard distance <= output.count, length <= limit - output.count else { return false }
            // Byte by byte: the copy may reach into itself.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static func distanceBits(_ place: Int) -> Int { place < 4 ? 0 : place / 2 - 1 }
    private static func distanceBase(_ place: Int) -> Int {
        place < 4 ? place + 1 : (2 + place % 2) << (place / 2 - 1) + 1
    }

    private static let fixedLengths = HuffmanCode(
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
            + Array(repeating: 8, count: 8))
    private static let fixedDistances = HuffmanCode(Array(repeating: 5, count: 30))
}
