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

    /// The marker of a file, beside it.
    public func marker(for file: Path) -> Path {
        let marker = Path(bytes: prefix + file.name.bytes + suffix)
        return file == file.name ? marker : file.folder.appending(marker)
    }

    /// The file that a marker is of, beside it; nil: it is none.
    public func file(of marker: Path) -> Path? {
        let name = marker.name
        guard name.bytes.count > prefix.count + suffix.count, name.bytes.starts(with: prefix),
            name.bytes.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        let file = Path(bytes: name.bytes.dropFirst(prefix.count).dropLast(suffix.count))
        return marker == name ? file : marker.folder.appending(file)
    }
}
