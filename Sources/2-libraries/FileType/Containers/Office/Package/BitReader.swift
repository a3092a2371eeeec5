/// The bits of DEFLATE data, lowest of each byte first.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0
    /// Bits of the byte before `position` that are still to come.
    private var buffer = 0
    private var available = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next `count` bits, 13 at most, as a number; nil: they end before.
    mutating func take(_ count: Int) -> Int? {
        while available < count {
            guard position < bytes.count else { return nil }
            buffer |= Int(bytes[position]) << available
            position += 1
            available += 8
        }
        let value = buffer & (1 << count - 1)
        buffer >>= count
        available -= count
        return value
    }

    /// The bytes of a stored block, which begins at a whole byte with its length and the length's complement.
    mutating func takeStored() -> ArraySlice<UInt8>? {
        buffer = 0
        available = 0
        guard position + 4 <= bytes.count else { return nil }
        let header = Bytes(Array(bytes[position..<position + 4]))
        let length = header.little16(0)
        guard header.little16(2) == ~length & 0xFFFF, position + 4 + length <= bytes.count else { return nil }
        defer { position += 4 + length }
        return bytes[position + 4..<position + 4 + length]
    }
}
