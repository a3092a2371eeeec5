public import Platform

/// What a ZIP file is, judged by its lists of parts: a Word document or an Excel workbook of today (Office Open XML,
/// ECMA-376), which libmagic does not always know from any other ZIP archive.
///
/// Nothing is decompressed but the package's own lists of types and relationships. A package is also judged harmful here, since whoever opens it later will decompress it.
public enum OfficePackage: Hashable, Sendable, ContainerVerdict {
    /// The parts of a .docx.
    case wordDocument
    /// The parts of a .xlsx.
    case workbook
    /// Another ZIP archive.
    case other
    /// No ZIP archive, or an empty one.
    case notPackage
    /// It cannot be read as a package: cut off or overwritten. The reason completes "the file cannot be read: …".
    case damaged(reason: String)
    /// It is made to harm or to mislead whoever opens it. The reason completes "the file is refused: …".
    case suspicious(reason: String)

    /// Reads the end of the file, its central directory and the entries' headers; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor, limits: ZipLimits = ZipLimits()) throws -> OfficePackage {
        try inspect(ContainerContent(file), limits: limits)
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent, limits: ZipLimits) throws -> OfficePackage {
        guard try content.head(4) == [0x50, 0x4B, 0x03, 0x04] else { return .notPackage }
        return try judging {
            let directory = try ZipDirectory(content, limits: limits)
            try directory.checkSizes(limits)
            try directory.checkPlaces(content)
            return try judge(PackageParts(directory.entries, content))
        }
    }

    private static func judge(_ parts: PackageParts) throws -> OfficePackage {
        guard parts.has("[content_types].xml") else { return .other }
        let names = parts.names
        let main = try parts.mainPart()
        let isWord = main?.kind == .wordDocument || names.contains { isMain($0, folder: "word/", stem: "document") }
        let isWorkbook = main?.kind == .workbook || names.contains { isMain($0, folder: "xl/", stem: "workbook") }
        guard isWord != isWorkbook else {
            if isWord { throw ContainerProblem.suspicious("it has the parts of a Word document and of a workbook") }
            return .other
        }
        try check(parts)
        try parts.checkMacros(main: main?.name)
        return isWord ? .wordDocument : .workbook
    }

    private static func check(_ parts: PackageParts) throws {
        for (part, entry) in parts.entries {
            let name = entry.shownName
            // Office programs refuse macros under these extensions, so a file that has them was renamed to pass as harmless.
            if part.hasSuffix("vbaproject.bin") {
                throw ContainerProblem.suspicious("it carries macros (\(name))")
            }
            if PartName.isProgram(part) { throw ContainerProblem.suspicious("it is a program as well (\(name))") }
            if entry.isEncrypted { throw ContainerProblem.suspicious("its part \(name) is encrypted") }
            guard entry.isUsual else {
                throw ContainerProblem.suspicious(
                    "its part \(name) is packed by ZIP method \(entry.method), which office programs do not use")
            }
        }
    }

    /// Whether it is the main part's name: "word/document.xml", or "word/document2.xml" as Word for the web writes it.
    private static func isMain(_ name: String, folder: String, stem: String) -> Bool {
        guard name.hasPrefix(folder + stem), name.hasSuffix(".xml") else { return false }
        return name.dropFirst(folder.count + stem.count).dropLast(4).utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
