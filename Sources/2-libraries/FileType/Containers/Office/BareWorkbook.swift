public import Platform

/// A workbook as Excel 2 to 4 wrote them, and other programs up to Excel 95's version: without a compound file around it.
public enum BareWorkbook: Hashable, Sendable {
    /// A workbook or a sheet.
    case workbook
    /// One with a sheet of macros or a module. The reason completes "the file is refused: …".
    case macros(reason: String)
    /// It is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)
    /// It begins as no such file does.
    case other
    /// It cannot be read. The reason completes "the file cannot be read: …".
    case damaged(reason: String)

    /// Reads the first records and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> BareWorkbook {
        try inspect(ContainerContent(file))
    }

    static func inspect(_ content: ContainerContent) throws -> BareWorkbook {
        let head = Bytes(try content.head(8))
        // A begin record has four to sixteen bytes: version and kind, and more in later versions.
        guard head.count == 8, BookRecords.begins.contains(head.little16(0)), (4...16).contains(head.little16(2)),
            [0x0005, 0x0010, 0x0020, 0x0040, 0x0100].contains(head.little16(6))
        else { return .other }
        let records = BookRecords(try content.head(BookRecords.limit))
        if records.hasMacros { return .macros(reason: "it carries an Excel 4 macro sheet or module") }
        if let breakOff = records.breakOff, content.size <= Int64(BookRecords.limit) || records.count < 8 {
            return .damaged(reason: "its byte \(breakOff) begins no record: it is cut off or damaged")
        }
        guard records.count > 1 else { return .damaged(reason: "it has no contents") }
        return try AppendedArchive.programReason(content).map(BareWorkbook.suspicious) ?? .workbook
    }
}
