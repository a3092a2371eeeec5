/// Percent-encoding of RFC 3986, section 2.1.
public enum PercentEncoding {
    /// The text; nil: an escape is broken, or the bytes are no UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        decode(Array(text.utf8))
    }

    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(value), let low = iterator.next().flatMap(value) else {
                    return nil
                }
                result.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: result.append(0x20)
            default: result.append(byte)
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Escapes all bytes but those of letters, digits and "-._~", so that the text may stand as one segment of a path, or as
    /// a name or a value in a query.
    public static func encode(_ text: some StringProtocol) -> String {
        encode(text, keeping: "-._~")
    }

    static func encode(_ text: some StringProtocol, keeping others: StaticString) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isAlphanumeric(byte) || others.withUTF8Buffer({ $0.contains(byte) }) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// What two digits stand for; nil: they are not two, or no digits.
    static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
        var digits = digits.makeIterator()
        guard let high = digits.next().flatMap(value), let low = digits.next().flatMap(value) else { return nil }
        return high << 4 | low
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// `application/x-www-form-urlencoded`, of forms and queries.
public enum FormData {
    /// Names and values in their order; an empty part between two "&" is left out, and a name without "=" has the value "".
    ///
    /// - Returns: nil: an escape is broken, or something is no UTF-8.
    public static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = PercentEncoding.decode(part[..<end], plusIsSpace: true),
                let value = PercentEncoding.decode(part[end...].dropFirst(), plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// As it stands in a query or a body.
    public static func text(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
