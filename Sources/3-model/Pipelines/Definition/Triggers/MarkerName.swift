public import Platform

/// How the marker of `done-file` is called for a file: text in which `{name}` stands for the file's name.
public struct MarkerName: Sendable, Hashable {
    public let text: String
    private let prefix: [UInt8]
    private let suffix: [UInt8]

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        self.text = text
        if text.utf8.contains(UInt8(ascii: "/")) {
            throw LiteralError("a marker lies beside its file, and its name has no slash", hint: "write `{name}.done`")
        }
        let parts = text.split(separator: "{name}", omittingEmptySubsequences: false)
        guard parts.count == 2,
            !parts.joined().utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        else {
            throw LiteralError("a marker's name has `{name}` in it once", hint: "write `{name}.done`")
        }
        guard !parts.joined().isEmpty else {
            throw LiteralError("a marker cannot be called like its file", hint: "write `{name}.done`")
        }
        (prefix, suffix) = (Array(parts[0].utf8), Array(parts[1].utf8))
    }

    /// The marker of a file.
    ///
    /// - Parameter name: the file's, without its folder.
    public func marker(for name: Path) -> Path { Path(bytes: prefix + name.bytes + suffix) }

    /// The file that a marker is of; nil: it is none.
    ///
    /// - Parameter name: the last part of a path.
    public func file(of name: Path) -> Path? {
        guard name.bytes.count > prefix.count + suffix.count, name.bytes.starts(with: prefix),
            name.bytes.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        return Path(bytes: name.bytes.dropFirst(prefix.count).dropLast(suffix.count))
    }
}
