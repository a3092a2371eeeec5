public import Platform

/// What a ZIP file is, judged by its list of parts: a Word document or an Excel workbook of today (Office Open XML,
/// ECMA-376), which libmagic does not always know from any other ZIP archive.
///
/// Nothing is decompressed. A package is also judged harmful here, since whoever opens it later will decompress it.
public enum OfficePackage: Hashable, Sendable {
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

    static func inspect(_ content: ContainerContent, limits: ZipLimits) throws -> OfficePackage {
        guard try content.head(4) == [0x50, 0x4B, 0x03, 0x04] else { return .notPackage }
        do {
            let directory = try ZipDirectory(content, limits: limits)
            try directory.checkSizes(limits)
            try directory.checkPlaces(content)
            return try judge(directory.entries)
        } catch let problem as ContainerProblem {
            switch problem {
            case .damaged(let reason): return .damaged(reason: reason)
            case .suspicious(let reason): return .suspicious(reason: reason)
            }
        }
    }

    /// Part names are compared without regard to ASCII case, as ECMA-376 part 2 (6.2.2.3) has it.
    private static func judge(_ entries: [ZipEntry]) throws -> OfficePackage {
        var names: Set<String> = []
        for entry in entries {
            guard names.insert(lowercased(entry.name)).inserted else {
                throw ContainerProblem.suspicious("it has two parts named \(entry.shownName)")
            }
        }
        guard names.contains("[content_types].xml") else { return .other }
        let isWord = names.contains { isMain($0, folder: "word/", stem: "document") }
        let isWorkbook = names.contains { isMain($0, folder: "xl/", stem: "workbook") }
        guard isWord != isWorkbook else {
            if isWord { throw ContainerProblem.suspicious("it has the parts of a Word document and of a workbook") }
            return .other
        }
        for entry in entries {
            let name = entry.shownName
            // Office programs refuse macros under these extensions, so a file that has them was renamed to pass as harmless.
            if lowercased(entry.name).hasSuffix("vbaproject.bin") {
                throw ContainerProblem.suspicious("it carries macros (\(name))")
            }
            if entry.isEncrypted { throw ContainerProblem.suspicious("its part \(name) is encrypted") }
            guard entry.method == 0 || entry.method == 8 else {
                throw ContainerProblem.suspicious(
                    "its part \(name) is packed by ZIP method \(entry.method), which office programs do not use")
            }
        }
        return isWord ? .wordDocument : .workbook
    }

    /// Whether it is the main part's name: "word/document.xml", or "word/document2.xml" as Word for the web writes it.
    private static func isMain(_ name: String, folder: String, stem: String) -> Bool {
        guard name.hasPrefix(folder + stem), name.hasSuffix(".xml") else { return false }
        return name.dropFirst(folder.count + stem.count).dropLast(4).utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
