public import Platform

/// Which paths are meant: segments with globs (`*`, `?`, `[a-z]`, `**` for any number of segments) and `{name}`, which
/// stands for a segment, or for the rest of one between literal text, and tells what stands there. Works on bytes, as
/// names are; a capture that is not UTF-8 matches nothing.
public struct PathPattern: Sendable, Hashable {
    public let text: String

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        self.text = text
    }

    /// The leading segments without a glob or capture: the folder to look into. "." when there are none.
    public var base: Path { Path(text) }

    /// The names between braces, in order.
    public var captures: [String] { [] }

    /// What a path, relative like the pattern, captures; nil: it does not match.
    public func match(_ path: Path) -> [String: String]? { nil }

    /// Whether something below the folder `path` may match, so that it is worth looking into.
    public func mayMatch(below path: Path) -> Bool { true }
}
