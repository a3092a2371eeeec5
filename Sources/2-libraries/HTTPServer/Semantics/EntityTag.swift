/// Tells versions of what a path stands for apart (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// Without quotes.
    public let text: String
    /// Whether versions with the same tag may differ in their bytes.
    public let isWeak: Bool

    /// - Parameter text: printable, without spaces and quotes; anything else is a mistake of the program.
    public init(_ text: String, isWeak: Bool = false) {
        precondition(text.utf8.allSatisfy(Self.isTagByte), "an entity tag holds no spaces, quotes or controls")
        self.text = text
        self.isWeak = isWeak
    }

    /// Reads one: `"abc"`, `W/"abc"`; nil: it is none.
    public init?(reading value: some StringProtocol) {
        var rest = HeaderText.trimmed(Substring(value))
        isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.utf8.count >= 2, rest.utf8.first == 0x22, rest.utf8.last == 0x22 else { return nil }
        rest = rest.dropFirst().dropLast()
        guard rest.utf8.allSatisfy(Self.isTagByte) else { return nil }
        text = String(rest)
    }

    /// As it is sent.
    public var description: String { "\(isWeak ? "W/" : "")\"\(text)\"" }

    /// Whether the bytes are the same.
    public func isStronglyEqual(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && text == other.text }

    /// Whether one does as well as the other.
    public func isWeaklyEqual(to other: EntityTag) -> Bool { text == other.text }

    /// What `If-Match` and `If-None-Match` hold.
    public enum List: Sendable, Hashable {
        /// "*".
        case any
        case tags([EntityTag])

        /// What is malformed in it is left out. Quotes may hold commas.
        public init(reading value: String) {
            if HeaderText.trimmed(Substring(value)) == "*" {
                self = .any
            } else {
                self = .tags(HeaderText.parts(value, separator: ",").compactMap { EntityTag(reading: $0) })
            }
        }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool { byte >= 0x21 && byte != 0x22 && byte != 0x7F }
}
