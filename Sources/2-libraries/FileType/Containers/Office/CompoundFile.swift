public import Platform

/// What an OLE compound file is, judged by the names in its root, which are compared without regard to case: libmagic goes by the program that wrote it, and knows
/// no more than "application/CDFV2" or "application/x-ole-storage" when that is not written down.
///
/// Format: Microsoft's MS-CFB, sections 2.2 (header), 2.3 (FAT), 2.5 (DIFAT), 2.6 (directory).
public enum CompoundFile: Hashable, Sendable {
    /// A .doc.
    case wordDocument
    /// A .xls.
    case workbook
    /// A .ppt.
    case presentation
    /// An Outlook message.
    case message
    /// A .docx, .xlsx or the like behind a password.
    case encryptedPackage
    /// A Word document or a workbook with macros. The reason completes "the file is refused: …".
    case macros(reason: String)
    /// It is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)
    /// Another program's compound file.
    case other
    /// No compound file.
    case notCompound
    /// It cannot be read. The reason completes "the file cannot be read: …".
    case damaged(reason: String)

    /// Reads the header, the directory and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> CompoundFile {
        try inspect(ContainerContent(file))
    }

    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> CompoundFile {
        guard try content.head(8) == signature else { return .notCompound }
        let result: CompoundFile
        do {
            result = try judge(CompoundDirectory(content))
        } catch let problem as ContainerProblem {
            switch problem {
            case .damaged(let reason), .suspicious(let reason): return .damaged(reason: reason)
            }
        }
        // An archive that is embedded in a document may lie at the end of the file.
        return try AppendedArchive.programReason(content).map(CompoundFile.suspicious) ?? result
    }

    private static func judge(_ directory: CompoundDirectory) throws -> CompoundFile {
        let isWord = directory.has("WordDocument")
        let books = ["Workbook", "Book"].filter(directory.has)
        if isWord || !books.isEmpty {
            // Where the projects of Visual Basic are.
            for part in ["Macros", "_VBA_PROJECT_CUR", "_VBA_PROJECT"] where directory.has(part) {
                return .macros(reason: "it carries macros (\(part))")
            }
        }
        if isWord { return .wordDocument }
        for book in books {
            if BookRecords(try directory.head(of: book, limit: BookRecords.limit)).hasMacros {
                return .macros(reason: "it carries an Excel 4 macro sheet or module (\(book))")
            }
        }
        if !books.isEmpty { return .workbook }
        if directory.has("PowerPoint Document") { return .presentation }
        if directory.has("EncryptedPackage") { return .encryptedPackage }
        if directory.has("__properties_version1.0") { return .message }
        return .other
    }
}
