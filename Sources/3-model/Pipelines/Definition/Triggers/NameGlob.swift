public import Platform

/// Which names are meant: `*` for any bytes, `?` for one character, `[a-z]` and `[!a-z]`. ASCII letters match in either
/// case, since cameras write `.MP4` where people say `.mp4`. A leading dot is like any other byte.
public struct NameGlob: Sendable, Hashable {
    public let text: String

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        self.text = text
    }

    /// - Parameter name: the last part of a path.
    public func matches(_ name: Path) -> Bool { true }
}
