/// A set of places 0 ..< count, as it is stored: 16 bits for each member, or one for each place where that is shorter. The
/// least significant byte comes first.
enum RowSet {
    /// - Parameters:
    ///   - members: ascending.
    ///   - count: a multiple of 64, at most 65,536.
    static func encode(_ members: [UInt16], of count: Int) -> [UInt8] {
        if members.count * 16 < count {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(members.count * 2)
            for member in members {
                bytes.append(UInt8(truncatingIfNeeded: member))
                bytes.append(UInt8(truncatingIfNeeded: member >> 8))
            }
            return bytes
        }
        var bytes = [UInt8](repeating: 0, count: count / 8)
        for member in members { bytes[Int(member) >> 3] |= 1 << UInt8(member & 7) }
        return bytes
    }

    /// Adds a set of `count` places to bits that begin with the word `start`.
    static func add(_ bytes: [UInt8], of count: Int, to bits: inout [UInt64], at start: Int) {
        bits.withUnsafeMutableBufferPointer { bits in
            bytes.withUnsafeBytes { bytes in
                if bytes.count * 8 == count {
                    for word in 0..<count / 64 {
                        bits[start + word] |= UInt64(
                            littleEndian: bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
                    }
                } else {
                    for index in 0..<bytes.count / 2 {
                        let member = Int(
                            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
                        bits[start + member >> 6] |= 1 << UInt64(member & 63)
                    }
                }
            }
        }
    }

    /// The offsets that a page of names has.
    static func offset(_ index: Int, in page: [UInt8]) -> Int { Int(page[index * 2]) | Int(page[index * 2 + 1]) << 8 }
}

extension [UInt64] {
    mutating func insert(bit: Int) { self[bit >> 6] |= 1 << UInt64(bit & 63) }

    mutating func remove(bit: Int) { self[bit >> 6] &= ~(1 << UInt64(bit & 63)) }

    func contains(bit: Int) -> Bool { self[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }

    /// - Returns: whether anything is left.
    mutating func formIntersection(_ other: [UInt64]) -> Bool {
        withUnsafeMutableBufferPointer { words in
            other.withUnsafeBufferPointer { other in
                var rest: UInt64 = 0
                for index in words.indices {
                    words[index] &= other[index]
                    rest |= words[index]
                }
                return rest != 0
            }
        }
    }

    mutating func subtract(_ other: [UInt64]) {
        withUnsafeMutableBufferPointer { words in
            other.withUnsafeBufferPointer { other in
                for index in words.indices { words[index] &= ~other[index] }
            }
        }
    }

    /// Becomes so many words without a bit, in the memory that it has.
    mutating func clear(words: Int) {
        removeAll(keepingCapacity: true)
        append(contentsOf: repeatElement(0, count: words))
    }

    var bitCount: Int { reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The first bit from one on, before `end`.
    func nextBit(from start: Int, before end: Int) -> Int? {
        var position = start
        while position < end {
            let word = self[position >> 6] >> UInt64(position & 63)
            if word != 0 {
                let found = position + word.trailingZeroBitCount
                return found < end ? found : nil
            }
            position = (position | 63) + 1
        }
        return nil
    }

    /// The last bit before one, from `start` on.
    func previousBit(before end: Int, from start: Int) -> Int? {
        var position = end
        while position > start {
            let last = position - 1
            let word = self[last >> 6] << UInt64(63 - last & 63)
            if word != 0 {
                let found = last - word.leadingZeroBitCount
                return found >= start ? found : nil
            }
            position = last & ~63
        }
        return nil
    }
}
