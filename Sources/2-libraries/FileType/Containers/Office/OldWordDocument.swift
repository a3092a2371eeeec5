public import Platform

/// A document as Word 2, Word for DOS and Word for the Macintosh wrote them: without a compound file around it.
public enum OldWordDocument: Hashable, Sendable {
    /// It begins as one; no more of it is looked at.
    case document
    /// It is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)
    /// It begins as no such file does.
    case other

    private static let marks: [[UInt8]] = [
        [0xDB, 0xA5], [0x9B, 0xA5], [0x31, 0xBE, 0, 0], [0x32, 0xBE, 0, 0], [0xFE, 0x37, 0, 0x23],
    ]

    /// Reads the first four and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> OldWordDocument {
        try inspect(ContainerContent(file))
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> OldWordDocument {
        let head = try content.head(4)
        guard marks.contains(where: { head.starts(with: $0) }) else { return .other }
        return try AppendedArchive.programReason(content).map(OldWordDocument.suspicious) ?? .document
    }
}
