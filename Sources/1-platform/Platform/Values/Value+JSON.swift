extension Value {
    /// Compact JSON (RFC 8259) on one line, keys in their order, with nothing escaped but what has to be and what
    /// `UnsafeCharacters` has. Numbers that JSON
    /// cannot express (infinities, NaN) become null.
    public var json: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the compact JSON.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value):
            // 2.0 is written as 2: JSON knows one kind of number.
            if let whole = Int64(exactly: value), abs(value) < 1e15 {
                bytes += String(whole).utf8
            } else {
                bytes += (value.isFinite ? "\(value)" : "null").utf8
            }
        case .string(let value): Self.write(value, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .record(let record):
            bytes.append(UInt8(ascii: "{"))
            for (index, entry) in record.entries.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(entry.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                entry.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Unsafe characters are escaped, so that JSON on a terminal does no harm and still has the value.
    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if !writePlain(string, to: &bytes) {
            for scalar in string.unicodeScalars {
                if scalar.isASCII {
                    write(UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
                } else if UnsafeCharacters.contains(scalar) {
                    for unit in UTF16.encode(scalar).unsafelyUnwrapped { escape(unit, to: &bytes) }
                } else {
                    bytes += UTF8.encode(scalar).unsafelyUnwrapped
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Nearly all are plain, and are copied as they are.
    ///
    /// - Returns: false when this one is not, and nothing was written.
    private static func writePlain(_ string: String, to bytes: inout [UInt8]) -> Bool {
        var string = string
        return string.withUTF8 { text in
            for byte in text where !isPlain(byte) { return false }
            bytes += text
            return true
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// A character of ASCII.
    private static func write(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case 0..<0x20, 0x7F: escape(UInt16(byte), to: &bytes)
        default: bytes.append(byte)
        }
    }

    private static func escape(_ unit: UInt16, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u".utf8
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
    }
}
