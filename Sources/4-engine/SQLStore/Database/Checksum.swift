/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): finds accidents, not attacks.
package enum Checksum {
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01B3
        }
        return hash
    }

    /// 16 hexadecimal digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = String(of(bytes), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
