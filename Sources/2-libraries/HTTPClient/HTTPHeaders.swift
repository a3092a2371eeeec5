internal import CCurl
public import Platform

/// The header fields of a request or a response, in their order; a name may come several times.
///
/// Values may be secret, so a description shows the names alone.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// One line of a header.
    public struct Field: Sendable, Hashable {
        /// As it was sent; it is compared without regard to case.
        public let name: String
        /// May be secret.
        public let value: String
    }

    /// In the order in which they were added or came.
    public private(set) var fields: [Field] = []

    /// Without fields.
    public init() {}

    /// The fields in this order; names may come again.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a field after the others, also when the name is there already.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The value of the first field of this name, in any case.
    public subscript(name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// The values of all fields of this name, in any case.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Names only.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }
    /// As `description`: values do not reach debuggers.
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether this is a token, which names of fields and methods are (RFC 9110, section 5.6.2).
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether a field of this name would contradict the framing that the client chooses.
    public static func isReserved(_ name: String) -> Bool {
        ["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
    }

    /// Whether a field may have this value (RFC 9110, section 5.5: CR, LF and NUL are dangerous; the other controls are
    /// merely invalid).
    public static func isValue(_ text: String) -> Bool {
        !text.utf8.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// Dates in headers.
public enum HTTPDate {
    /// Reads a date of RFC 9110, section 5.6.7, the obsolete formats included, by libcurl's parser, which takes a few more.
    /// nil of anything else, and when libcurl cannot be loaded.
    public static func read(_ text: String) -> Timestamp? {
        // Every format names a month; without one, libcurl would take a mere number for a date.
        guard text.utf8.contains(where: { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }),
            let seconds = try? CurlLibrary.load().table.pointee.getdate(text, nil), seconds != -1
        else { return nil }
        return Timestamp(microseconds: Int64(seconds) * 1_000_000)
    }
}
