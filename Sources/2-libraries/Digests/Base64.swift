internal import CCrypto

/// Base 64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
    /// Bytes as text, on one line.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: group * 3) {
            text += encodeBlock(bytes[start..<min(start + group * 3, bytes.count)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil unless it is exactly what `encode` gives for them: no white space, nothing missing at the
    /// end, no stray bits. So one value has one spelling.
    public static func decode(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        for start in stride(from: 0, to: text.count, by: group * 4) {
            let block = text[start..<min(start + group * 4, text.count)]
            guard let decoded = decodeBlock(block) else { return nil }
            bytes += decoded
        }
        return bytes
    }

    /// Groups of 3 bytes or 4 digits that are handed to libcrypto at once: it counts with 32 bits.
    private static let group = 1 << 20

    private static func encodeBlock(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.withUnsafeBufferPointer { input in
            // One byte more than the digits: EVP_EncodeBlock(3) ends them with a NUL.
            [UInt8](unsafeUninitializedCapacity: (input.count + 2) / 3 * 4 + 1) { output, count in
                count = Int(EVP_EncodeBlock(output.baseAddress, input.baseAddress, Int32(input.count)))
            }
        }
    }

    private static func decodeBlock(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes = text.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: input.count / 4 * 3) { output, count in
                count = max(0, Int(EVP_DecodeBlock(output.baseAddress, input.baseAddress, Int32(input.count))))
            }
        }
        // It gives a zero byte for each padding digit, trims white space and takes padding anywhere; encoding again shows
        // whether the text was anything but the one right spelling.
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        guard bytes.count >= padding else { return nil }
        bytes.removeLast(padding)
        return encodeBlock(bytes[...]) == Array(text) ? bytes : nil
    }
}
