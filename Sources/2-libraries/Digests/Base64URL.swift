/// Base 64 for names and addresses, without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text of some bytes: four characters for three, the last ones as far as they are needed.
    public static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                result.append(alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { result.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: result, as: UTF8.self)
    }

    /// nil when it is none, or not the one text that `encode` gives.
    public static func decode(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            bits = (bits << 6 | UInt32(value)) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return encode(result) == text ? result : nil
    }
}
