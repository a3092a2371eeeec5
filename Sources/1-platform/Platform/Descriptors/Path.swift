internal import Glibc

/// A path as Linux has it: bytes without NUL, in no particular encoding.
///
/// Equality is equality of bytes. `String` would be wrong here: it compares "é" in NFC and NFD as equal although they
/// name two files, and it cannot hold a name that is not UTF-8.
public struct Path: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The bytes, without a terminating NUL.
    public let bytes: [UInt8]

    /// Bytes after the first NUL, which no system call would see, are dropped.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// - Parameter string: as UTF-8; bytes from the first NUL on are left out, as the kernel would.
    public init(_ string: String) {
        var string = string
        // At once: a view of a string gives its bytes one by one.
        bytes = string.withUTF8 { text in Array(text[..<(text.firstIndex(of: 0) ?? text.endIndex)]) }
    }

    /// As `init(_:)`.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Copies a C string.
    public init(cString: UnsafePointer<CChar>) {
        self.init(bytes: UnsafeBufferPointer(start: cString, count: strlen(cString)).map(UInt8.init(bitPattern:)))
    }

    /// Whether it starts at the root.
    public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    /// The part after the last slash; "." of an empty path, "/" of the root.
    public var name: Path {
        var end = bytes.count
        while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        guard end > 0 else { return "." }
        if end == 1, isAbsolute { return "/" }
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return Path(bytes: bytes[start..<end])
    }

    /// The folder that holds it: "." of a bare name.
    public var folder: Path {
        var end = bytes.count
        while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        guard let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : Path(bytes: bytes[..<slash])
    }

    /// The lower-cased last extension with its dot (".mp4"), or "" when the name has none; a leading dot starts none.
    public var fileExtension: String {
        let name = self.name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else { return "" }
        return Path(bytes: name[dot...]).text.lowercased()
    }

    /// The name without its last extension.
    public var stem: Path {
        let name = self.name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else { return self.name }
        return Path(bytes: name[..<dot])
    }

    /// `other` below this folder; `other` itself when it is absolute.
    public func appending(_ other: Path) -> Path {
        if other.isAbsolute || bytes.isEmpty { return other }
        return Path(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + other.bytes)
    }

    /// Without `.`, empty segments, and `..` behind a name, by the text alone; "." when nothing is left. Of an absolute path
    /// none is left of `..`, as the root's own is itself.
    public var normalised: Path {
        let (here, above) = (Array(".".utf8)[...], Array("..".utf8)[...])
        var segments: [ArraySlice<UInt8>] = []
        for segment in bytes.split(separator: UInt8(ascii: "/")) where segment != here {
            if segment == above, let last = segments.last, last != above {
                segments.removeLast()
            } else if segment != above || !isAbsolute {
                segments.append(segment)
            }
        }
        let joined = Array(segments.joined(separator: [UInt8(ascii: "/")]))
        return isAbsolute ? Path(bytes: [UInt8(ascii: "/")] + joined) : joined.isEmpty ? "." : Path(bytes: joined)
    }

    /// What leads from a folder to this path by the text of both, "." for the folder itself; nil: it lies elsewhere.
    public func rest(below folder: Path) -> Path? {
        if self == folder { return "." }
        if folder == "." { return isAbsolute ? nil : self }
        let start = folder.bytes + (folder.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
        return bytes.starts(with: start) ? Path(bytes: bytes.dropFirst(start.count)) : nil
    }

    /// As text for catalogs and comparisons: bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the bytes are valid UTF-8.
    public var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// For people: control characters and bytes that are not UTF-8 as `\n` or `\xFF`, so that a name cannot disturb a
    /// terminal or forge a second line of output.
    public var description: String { Printable.text(bytes) }

    /// Calls `body` with the bytes as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a terminated buffer is never empty") }
            return try body(base)
        }
    }
}
