public import Platform

/// Whether a file is text, judged by its bytes: libmagic goes by the first letters, and takes a text that begins with "PA"
/// for a plotter's program, one with "P1" for a picture, and one with a Greek "Έν" for a program for Windows.
public enum TextContent: Hashable, Sendable {
    /// Plain text. The charset is the one that its first 64 KiB show, in libmagic's words: "us-ascii", "utf-8", "utf-16le",
    /// "unknown-8bit".
    case text(charset: String)
    /// Text in which something else is written, such as a page, a script or a PDF document, under its MIME name.
    case other(mimeType: String)
    /// It begins as a text, and other data follow that place.
    case mixed(at: Int64)
    /// No text.
    case binary

    private static let pieceSize = ContainerContent.pieceSize
    /// Of disks, and of the programs that write in whole ones.
    private static let blockSize = 4_096

    /// Reads a text to its end, in pieces of 64 KiB, and of other files no more than the first one; the file position stays
    /// where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> TextContent {
        try inspect(ContainerContent(file))
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> TextContent {
        var end = try endOfText(content)
        // Most files that are no text show that at once.
        let first = try content.read(at: 0, count: Int(min(end, 4_096)))
        guard TextEncoding.find(first, isWhole: first.count == end) != nil else { return .binary }
        var head = try content.read(at: 0, count: Int(min(end, Int64(pieceSize))))
        guard let encoding = TextEncoding.find(head, isWhole: head.count == end) else { return .binary }
        if let type = try program(content) { return .other(mimeType: type) }
        if encoding.isWide {
            // The last zeros before the filling are halves of a character.
            end = min(content.size, (end + 3) / 4 * 4)
            head = try content.read(at: 0, count: Int(min(end, Int64(pieceSize))))
        }
        return try walk(content, end, head, encoding)
    }

    private static func walk(
        _ content: ContainerContent, _ end: Int64, _ head: [UInt8], _ encoding: TextEncoding
    ) throws -> TextContent {
        var format = WrittenFormat()
        var piece = head
        var text = encoding.plain(head)
        var position: Int64 = 0
        while true {
            let next = position + Int64(piece.count)
            if let type = format.read(text, isLast: next >= end) { return .other(mimeType: type) }
            guard next < end else { return .text(charset: encoding.charset) }
            position = next
            piece = try content.read(at: position, count: Int(min(end - position, Int64(pieceSize))))
            guard !piece.isEmpty, encoding.holds(piece) else { return .mixed(at: position) }
            text = encoding.withoutMark.plain(piece)
        }
    }

    /// What systems know as a program although its first bytes may be letters.
    private static func program(_ content: ContainerContent) throws -> String? {
        if try ProgramHeader.isWindowsProgram(content) { return "application/vnd.microsoft.portable-executable" }
        return try AppendedArchive.programReason(content) == nil ? nil : "application/java-archive"
    }

    /// Where a text ends, without the Ctrl-Z that DOS ended texts with, and without the zeros that fill the last block up. As
    /// many zeros as a block has are no filling: something is missing there.
    private static func endOfText(_ content: ContainerContent) throws -> Int64 {
        let start = max(0, content.size - Int64(blockSize))
        let tail = try content.read(at: start, count: blockSize)
        var count = tail.count
        while count > 0, tail[count - 1] == 0 { count -= 1 }
        if count == 0, tail.count == blockSize { return content.size }
        while count > 0, tail[count - 1] == 0x1A { count -= 1 }
        return start + Int64(count)
    }
}
