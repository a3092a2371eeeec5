internal import Glibc

/// Fresh identifiers, unique across processes and sortable by the time of their making.
public enum Identifier {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private struct Last {
        var milliseconds: Int64 = 0
        var random: UInt128 = 0
    }

    private static let last = Guarded(Last())

    /// A ULID (https://github.com/ulid/spec): 26 characters of Crockford's base 32, 48 bits of milliseconds and 80
    /// random bits. Within a process they increase strictly, also within one millisecond and when the clock goes back.
    ///
    /// People type the beginnings of them. So those of one millisecond are far apart: three characters behind the ten of the
    /// time tell them from each other. A millisecond has room for 8,000 and more; then the next one is begun.
    public static func run(at time: Timestamp = .now()) -> String {
        let (milliseconds, low) = last.withLock { last -> (Int64, UInt128) in
            var next = last.random + step()
            if time.milliseconds > last.milliseconds {
                last.milliseconds = time.milliseconds
                next = first()
            } else if next >> 80 != 0 {
                last.milliseconds += 1
                next = first()
            }
            last.random = next
            return (last.milliseconds, next)
        }
        return ulid(UInt128(UInt64(milliseconds)) << 80 | low)
    }

    /// The random bits of a millisecond's first: the highest one is clear, so that thousands more fit behind it.
    private static func first() -> UInt128 { UInt128(random() >> 1) << 16 | UInt128(random() & 0xFFFF) }

    /// How far the next one is from the one before: 2^65 and up to as much again. What is shorter than the 65 bits behind the
    /// third character would leave that as it is.
    private static func step() -> UInt128 { 1 << 65 | UInt128(random()) << 1 }

    /// A ULID that follows from what it stands for: the same for the same time and bytes.
    ///
    /// - Parameter digest: of what it stands for; the first ten bytes count.
    public static func run(at time: Timestamp, of digest: [UInt8]) -> String {
        let low = digest.prefix(10).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return ulid(UInt128(UInt64(max(time.milliseconds, 0)) & 0xFFFF_FFFF_FFFF) << 80 | low)
    }

    private static func ulid(_ value: UInt128) -> String {
        var bits = value
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 26) { buffer in
            for index in stride(from: 25, through: 0, by: -1) {
                buffer[index] = alphabet[Int(bits & 31)]
                bits >>= 5
            }
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// A UUID of version 7 (RFC 9562, 5.7) in lower case.
    public static func uuid(at time: Timestamp = .now()) -> String {
        let high = UInt64(bitPattern: time.milliseconds) << 16 | 0x7000 | random() & 0xFFF
        let low = 0b10 << 62 | random() >> 2
        return String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for index in 0..<32 {
                if [8, 12, 16, 20].contains(index) {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                let word = index < 16 ? high : low
                text[position] = hexadecimal[Int(word >> UInt64(60 - index % 16 * 4) & 15)]
                position += 1
            }
            return position
        }
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Random bytes of the kernel, asked for many at a time: a call of it costs more than an identifier.
    private static let randomness = Guarded([UInt64]())

    private static func random() -> UInt64 {
        randomness.withLock { words in
            if let word = words.popLast() { return word }
            words = [UInt64](unsafeUninitializedCapacity: 32) { buffer, count in
                // 256 bytes are the most that it gives at once; so many never fail once the kernel has begun, getentropy(3).
                let code = getentropy(buffer.baseAddress, 256)
                precondition(code == 0, "the kernel has no random bytes")
                count = 32
            }
            return words.removeLast()
        }
    }
}
