/// The header fields of a request or an answer, in their order. Names are compared without regard to case, and may come
/// several times.
///
/// Values may be secret, so a description shows the names alone.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// One line of a header.
    public struct Field: Sendable, Hashable {
        /// As it was sent.
        public let name: String
        /// May be secret.
        public let value: String

        /// Of any texts.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Names are the same in any case, RFC 9110, 5.1.
        public static func == (left: Field, right: Field) -> Bool {
            HTTPHeaders.isSame(left.name, right.name) && left.value == right.value
        }

        /// As `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    /// In the order in which they were added.
    public private(set) var fields: [Field] = []

    /// None.
    public init() {}

    /// In the order in which they are written; a name may come several times.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// The value of a field; those of a repeated one joined by ", ", as RFC 9110, section 5.3, has it; nil: there is none.
    public subscript(name: String) -> String? {
        let values = values(of: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// The values of all fields of a name.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Adds a field after the others, also when the name is there already.
    ///
    /// - Parameters:
    ///   - name: a token; anything else is a mistake of the program.
    ///   - value: spaces around it are dropped; controls in it, CR and LF among them, become spaces, so that no value can
    ///     become a second field.
    public mutating func add(_ name: String, _ value: String) {
        precondition(Self.isName(name), "the name of a header field is a token")
        fields.append(Field(name: name, value: Self.cleaned(value)))
    }

    /// Adds a field that somebody else has written, as it is. It has to be looked at before it is sent: see `isName` and `isValue`.
    public mutating func append(_ field: Field) {
        fields.append(field)
    }

    /// Puts a field in the place of all of its name.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes all fields of a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { Self.isSame($0.name, name) }
    }

    /// Names only.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }
    /// As `description`: values may be secrets.
    public var debugDescription: String { description }
    /// Nothing: values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether this is a token, which names of fields and methods are (RFC 9110, section 5.6.2).
    public static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Whether a field of this name would contradict the framing that a client chooses.
    public static func isReserved(_ name: String) -> Bool {
        ["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
    }

    /// Whether a field may have this value (RFC 9110, section 5.5: CR, LF and NUL are dangerous; the other controls are
    /// merely invalid).
    public static func isValue(_ text: String) -> Bool { !text.utf8.contains(where: isControl) }

    /// Whether a token may have this byte.
    public static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
            UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

    private static func cleaned(_ value: String) -> String {
        let bytes = value.utf8
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isControl(byte) }
        if !bytes.contains(where: isControl), bytes.first.map(isSpace) != true, bytes.last.map(isSpace) != true {
            return value
        }
        let inner = bytes.map { isControl($0) ? 0x20 : $0 }.drop(while: isSpace)
        return String(decoding: inner.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }
}
