public import Platform

/// Which names are meant: `*` for any characters, `?` for one, `[a-z]` and `[!a-z]`. ASCII letters match in either case,
/// since cameras write `.MP4` where people say `.mp4`. A leading dot is like any other character, and a byte that is not
/// UTF-8 is one character that only globs match.
public struct NameGlob: Sendable, Hashable {
    public let text: String
    private let glob: PathGlob

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        if text.isEmpty { throw LiteralError("it is empty", hint: "write `*` for every name") }
        if text.utf8.contains(UInt8(ascii: "/")) {
            throw LiteralError(
                "`\(Printable.short(text))` has a slash, and names have none",
                hint: "folders belong into `path`")
        }
        self.text = text
        glob = try PathGlob(text)
    }

    /// - Parameter name: the last part of a path.
    public func matches(_ name: Path) -> Bool {
        glob.matches(PathGlob.units(of: name.bytes[...])[...], ignoringCase: true)
    }
}
