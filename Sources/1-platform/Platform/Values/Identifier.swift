internal import Glibc
internal import Synchronization

/// Fresh identifiers, unique across processes and sortable by the time of their making.
public enum Identifier {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private struct Last {
        var milliseconds: Int64 = 0
        var random: (UInt64, UInt16) = (0, 0)
    }

    private static let last = Mutex(Last())

    /// A ULID (https://github.com/ulid/spec): 26 characters of Crockford's base 32, 48 bits of milliseconds and 80
    /// random bits. Within a process they increase strictly, also within one millisecond and when the clock goes back.
    public static func run(at time: Timestamp = .now()) -> String {
        let (milliseconds, high, low) = last.withLock { last -> (Int64, UInt64, UInt16) in
            if time.milliseconds > last.milliseconds {
                last.milliseconds = time.milliseconds
                last.random = (random(), UInt16(truncatingIfNeeded: random()))
            } else {
                last.random.1 &+= 1
                if last.random.1 == 0 { last.random.0 &+= 1 }
                if last.random == (0, 0) { last.milliseconds += 1 }
            }
            return (last.milliseconds, last.random.0, last.random.1)
        }
        return ulid(UInt128(UInt64(milliseconds)) << 80 | UInt128(high) << 16 | UInt128(low))
    }

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
        let bits =
            UInt128(UInt64(time.milliseconds)) << 80
            | UInt128(0x7) << 76
            | UInt128(random() & 0xFFF) << 64
            | UInt128(0b10) << 62
            | UInt128(random() >> 2)
        var digits = String(bits, radix: 16)
        digits = String(repeating: "0", count: 32 - digits.utf8.count) + digits
        let bytes = Array(digits.utf8)
        return [bytes[0..<8], bytes[8..<12], bytes[12..<16], bytes[16..<20], bytes[20..<32]]
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    private static func random() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
