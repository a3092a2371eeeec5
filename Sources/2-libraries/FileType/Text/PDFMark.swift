public import Platform

/// Where the mark of a PDF document stands. Viewers look for it in the first 1024 bytes, libmagic in the first 256; what stands
/// before it makes the same file a page or a program to others.
public enum PDFMark: Hashable, Sendable {
    /// At the start, behind nothing but blanks, line ends and a byte order mark.
    case atStart
    /// Behind other things, which are the beginning of what has this MIME name; nil: of nothing that is known by its start.
    case behind(mimeType: String?)
    /// Nowhere.
    case missing

    /// How many first bytes of a file may hold the mark.
    static let area = 1_024
    private static let mark = Array("%PDF-".utf8)

    /// Reads the first bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> PDFMark {
        inspect(try ContainerContent(file).head(area))
    }

    static func inspect(_ head: [UInt8]) -> PDFMark {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
        let hasOrderMark = head.starts(with: [0xEF, 0xBB, 0xBF])
        let start = head.dropFirst(hasOrderMark ? 3 : 0).drop(while: blanks.contains)
        if start.starts(with: mark) { return .atStart }
        let last = head.count - mark.count
        guard last >= 0, (0...last).contains(where: { head[$0...].starts(with: mark) }) else { return .missing }
        let programs: [(mark: String, type: String)] = [
            ("MZ", "application/vnd.microsoft.portable-executable"), ("\u{7F}ELF", "application/x-executable"),
            ("PK\u{3}\u{4}", "application/zip"),
        ]
        if let program = programs.first(where: { start.starts(with: $0.mark.utf8) }) {
            return .behind(mimeType: program.type)
        }
        let type = WrittenFormat.find(head)
        return .behind(mimeType: type == "application/pdf" ? nil : type)
    }
}
