/// Reads one JSON text from valid UTF-8.
struct JSONReader {
    private static let maxDepth = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The one value and nothing but white space around it.
    mutating func document() throws(JSONError) -> Value {
        let value = try value()
        skipSpace()
        if position < bytes.count { throw error("something follows the value") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> Value {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.record() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.list() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", true)
        case UInt8(ascii: "f"): return try literal("false", false)
        case UInt8(ascii: "n"): return try literal("null", .null)
        case nil: throw error("a value is missing")
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        if depth == Self.maxDepth { throw error("more than \(Self.maxDepth) levels") }
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try body(&self)
    }

    private mutating func literal(_ text: StaticString, _ value: Value) throws(JSONError) -> Value {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes[position..<end].elementsEqual(
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        else { throw error("expected `\(text)`") }
        position = end
        return value
    }

    private mutating func list() throws(JSONError) -> Value {
        var values: [Value] = []
        if take(UInt8(ascii: "]")) { return .list(values) }
        while true {
            values.append(try value())
            if take(UInt8(ascii: "]")) { return .list(values) }
            guard take(UInt8(ascii: ",")) else { throw error("expected `,` or `]`") }
        }
    }

    private mutating func record() throws(JSONError) -> Value {
        var entries: [(String, Value)] = []
        if take(UInt8(ascii: "}")) { return .record([:]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("expected a key") }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw error("expected `:`") }
            entries.append((key, try value()))
            if take(UInt8(ascii: "}")) { return .record(Record(entries)) }
            guard take(UInt8(ascii: ",")) else { throw error("expected `,` or `}`") }
        }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        let plain = bytes[start..<position]
        if next == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: plain, as: UTF8.self)
        }
        var text = Array(plain)
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape().utf8
            case 0..<0x20: throw error("a control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw error("a string is not closed")
    }

    private mutating func escape() throws(JSONError) -> String {
        position += 1
        guard let byte = next else { throw error("a string is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw error("no such escape")
        }
    }

    /// A surrogate without its other half becomes U+FFFD: RFC 8259, 8.2, leaves it open.
    private mutating func unicode() throws(JSONError) -> String {
        let unit = try hexadecimal()
        if (0xD800..<0xDC00).contains(unit), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let mark = position
            position += 2
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second) {
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
                return String(scalar ?? "\u{FFFD}")
            }
            position = mark
        }
        return String(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("expected four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func number() throws(JSONError) -> Value {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        let count = digits()
        if count == 0 { throw error("expected a value") }
        if first == UInt8(ascii: "0"), count > 1 { throw error("a number starts with a needless 0") }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            if digits() == 0 { throw error("expected a digit") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            if digits() == 0 { throw error("expected a digit") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw error("a number is too large") }
        return .number(number)
    }
}
