/// Text that is safe to show: hostile names and messages cannot move the cursor, colour the terminal or forge lines.
public enum Printable {
    /// Bytes as text, with control characters and invalid UTF-8 escaped as `\n`, `\t` or `\xFF`.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var result = ""
        result.reserveCapacity(bytes.count)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var position = 0
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                append(scalar, to: &result)
                position += UTF8.width(scalar)
            case .emptyInput:
                break decoding
            case .error:
                result += escape(bytes[position])
                position += 1
                decoder = UTF8()
                iterator = Array(bytes[position...]).makeIterator()
            }
        }
        return result
    }

    /// The same for text that is already a string.
    public static func text(_ string: String) -> String {
        guard string.unicodeScalars.contains(where: isUnsafe) else { return string }
        var result = ""
        for scalar in string.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isUnsafe(scalar): for byte in String(scalar).utf8 { result += escape(byte) }
        default: result.unicodeScalars.append(scalar)
        }
    }

    /// Control characters, and the marks that reorder text (Unicode Technical Report 36, bidirectional overrides).
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
}
