public import Platform

/// Whether a file is text, judged by its bytes: libmagic goes by the first letters, and takes a text that begins with "PA"
/// for a plotter's program, one with "P1" for a picture, and one with a Greek "Έν" for a program for Windows.
public enum TextContent: Hashable, Sendable {
    /// Plain text. The charset is the one that its bytes show, in libmagic's words: "us-ascii", "utf-8", "utf-16le",
    /// "unknown-8bit".
    case text(charset: String)
    /// Text in which something else is written, such as a page, a script or a PDF document, under its MIME name.
    case other(mimeType: String)
    /// No text.
    case binary

    /// How much of a file is looked at: its beginning and its end.
    static let headSize = 256 << 10
    static let tailSize = 64 << 10

    /// Reads the beginning and the end of the file; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> TextContent {
        try inspect(ContainerContent(file))
    }

    static func inspect(_ content: ContainerContent) throws -> TextContent {
        // Most files that are no text show that at once.
        let first = try content.head(4_096)
        let size = content.size
        guard TextEncoding.find(first, isWhole: first.count == size) != nil else { return .binary }
        let head = try content.head(headSize)
        guard let encoding = TextEncoding.find(head, isWhole: head.count == size) else { return .binary }
        if try ProgramHeader.isWindowsProgram(content) {
            return .other(mimeType: "application/vnd.microsoft.portable-executable")
        }
        if let type = WrittenFormat.find(encoding.plain(head)) { return .other(mimeType: type) }
        // The end of a longer file, from a whole character on.
        if head.count < size {
            let start = max(Int64(headSize), size - Int64(tailSize)) / 4 * 4
            let tail = try content.read(at: start, count: Int(size - start))
            guard encoding.holds(tail) else { return .binary }
            if let type = WrittenFormat.findWithin(encoding.withoutMark.plain(tail)) { return .other(mimeType: type) }
        }
        return .text(charset: encoding.charset)
    }
}
