/// A file's bytes as text, and which of them are no text. What cannot stand in YAML is replaced by U+FFFD, so that the
/// rest can be read for further mistakes.
struct DecodedText {
    /// Something that cannot stand in YAML.
    struct Fault: Equatable {
        enum Reason: Equatable {
            /// Bytes that are not of the encoding, such as "0xE9".
            case invalid(String)
            case character(Unicode.Scalar)
        }

        let reason: Reason
        /// Of the replacement in `scalars`.
        let index: Int
    }

    /// Of the bytes: "UTF-8".
    let encoding: String
    /// Without the byte order mark.
    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var faults: [Fault] = []

    /// The encoding is found as YAML 1.2 §5.2 says for files that start with a byte order mark, and is UTF-8 for all
    /// others.
    init(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE):
            encoding = "UTF-16"
            decode(Self.units(bytes.dropFirst(2), isBigEndian: false), as: UTF16.self)
        case (0xFE, 0xFF):
            encoding = "UTF-16"
            decode(Self.units(bytes.dropFirst(2), isBigEndian: true), as: UTF16.self)
        default:
            encoding = "UTF-8"
            decodeUTF8(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        }
    }

    /// For libyaml.
    var utf8: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.count + scalars.count / 8)
        for scalar in scalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
            }
        }
        return bytes
    }

    /// Nearly all of a file is ASCII, for which the decoder is slow. What is not is decoded from one ASCII byte to the next,
    /// which no character has in it.
    private mutating func decodeUTF8(_ bytes: ArraySlice<UInt8>) {
        scalars.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] < 0x80 {
                append(Unicode.Scalar(bytes[position]))
                position += 1
            } else {
                let end = bytes[position...].firstIndex { $0 < 0x80 } ?? bytes.endIndex
                decode(bytes[position..<end], as: UTF8.self)
                position = end
            }
        }
    }

    private mutating func decode<Encoding: Unicode.Encoding>(
        _ units: some RandomAccessCollection<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        var parser = Encoding.ForwardParser()
        var iterator = units.makeIterator()
        var position = units.startIndex
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                position = units.index(position, offsetBy: encoded.count)
                append(Encoding.decode(encoded))
            case .error(let length):
                let unit = String(units[position], radix: 16, uppercase: true)
                position = units.index(position, offsetBy: length)
                faults.append(Fault(reason: .invalid("0x" + unit), index: scalars.count))
                scalars.append("\u{FFFD}")
            case .emptyInput:
                return
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if Self.isAllowed(scalar) {
            scalars.append(scalar)
        } else {
            faults.append(Fault(reason: .character(scalar), index: scalars.count))
            scalars.append("\u{FFFD}")
        }
    }

    /// YAML's printable characters (§5.1), no second byte order mark, and none of NEL, LS and PS, which libyaml takes
    /// for the line breaks that they were in YAML 1.1 only.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2028, 0x2029: false
        case 0x20...0x7E, 0x09, 0x0A, 0x0D, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...: true
        default: false
        }
    }

    /// A byte without its partner becomes half of a surrogate pair, which is an error wherever it stands.
    private static func units(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt16] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            guard index + 1 < bytes.endIndex else { return 0xD800 | UInt16(bytes[index]) }
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }
}
