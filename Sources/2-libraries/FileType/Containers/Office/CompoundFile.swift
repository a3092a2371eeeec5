public import Platform

/// What an OLE compound file is, judged by the names in its root: libmagic goes by the program that wrote it, and knows
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
    /// Another program's compound file.
    case other
    /// No compound file.
    case notCompound
    /// It cannot be read. The reason completes "the file cannot be read: …".
    case damaged(reason: String)

    /// Reads the header and the directory; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> CompoundFile {
        try inspect(ContainerContent(file))
    }

    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    static func inspect(_ content: ContainerContent) throws -> CompoundFile {
        guard try content.head(8) == signature else { return .notCompound }
        do {
            return judge(try CompoundDirectory(content).rootNames)
        } catch let problem as ContainerProblem {
            switch problem {
            case .damaged(let reason), .suspicious(let reason): return .damaged(reason: reason)
            }
        }
    }

    private static func judge(_ names: Set<String>) -> CompoundFile {
        if names.contains("WordDocument") { return .wordDocument }
        if names.contains("Workbook") || names.contains("Book") { return .workbook }
        if names.contains("PowerPoint Document") { return .presentation }
        if names.contains("EncryptedPackage") { return .encryptedPackage }
        if names.contains("__properties_version1.0") { return .message }
        return .other
    }
}
