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

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> BareWorkbook {
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

/// The records of a workbook of Excel 2 to 2003 (MS-XLS 2.1.4): as much of them as tells its kinds of sheets.
struct BookRecords {
    /// Bytes that are worth reading: the list of sheets comes early.
    static let limit = 512 << 10

    /// Whether there is a sheet of macros or a module.
    private(set) var hasMacros = false
    /// The first byte that is part of no record; nil: all are, or the last record has been reached.
    private(set) var breakOff: Int?
    /// How many there are up to the end of the first sheet.
    private(set) var count = 0

    /// Begin of a sheet, in versions 2, 3, 4, and 5 to 8.
    static let begins = [0x0009, 0x0209, 0x0409, 0x0809]
    private static let boundSheet = 0x0085
    private static let password = 0x002F
    private static let macroSheet = 0x0040
    private static let module = 0x0006

    init(_ array: [UInt8]) {
        let bytes = Bytes(array)
        var position = 0
        var depth = 0
        while position < bytes.count {
            guard position + 4 <= bytes.count, position + 4 + bytes.little16(position + 2) <= bytes.count else {
                if count > 0, depth == 0 { return }
                breakOff = position
                return
            }
            let type = bytes.little16(position)
            let length = bytes.little16(position + 2)
            let data = position + 4
            count += 1
            if Self.begins.contains(type) {
                depth += 1
                if length >= 4 {
                    hasMacros = hasMacros || [Self.macroSheet, Self.module].contains(bytes.little16(data + 2))
                }
            } else if type == Self.boundSheet, length >= 6 {
                // A sheet of macros, or a module.
                hasMacros = hasMacros || [1, 6].contains(bytes.array[data + 5])
            } else if type == 0x000A, length == 0 {
                depth -= 1
            } else if type == Self.password {
                // What follows cannot be read.
                return
            }
            position = data + length
        }
    }
}
