internal import Documents
internal import FileType
internal import Platform

/// What a look at the structure of a file's contents tells.
enum ContentInspection: Hashable {
    /// They are what they must be.
    case confirmed
    /// The structure says nothing.
    case unknown
    /// They are something else: "an Excel workbook".
    case something(String)
    /// They cannot be read; the reason.
    case damaged(String)
    /// They are built to harm or mislead; the reason.
    case suspicious(String)

    /// - Throws: `SystemError`
    static func inspect(_ file: FileDescriptor, _ rules: ContentRules) throws -> ContentInspection {
        switch rules.structure {
        case nil: .unknown
        case .movie: try movie(file)
        case .portableDocument: try portableDocument(file)
        case .wordPackage: try package(file, wanted: .wordDocument, rules)
        case .workbookPackage: try package(file, wanted: .workbook, rules)
        case .wordCompound: try compound(file, wanted: .wordDocument)
        case .workbookCompound: try compound(file, wanted: .workbook)
        }
    }

    private static func movie(_ file: FileDescriptor) throws -> ContentInspection {
        let movie = try MovieFile.inspect(file)
        if movie == .other { return .unknown }
        return movie.mayHaveVideo ? .confirmed : .something("a recording without pictures")
    }

    private static func package(
        _ file: FileDescriptor, wanted: OfficePackage, _ rules: ContentRules
    ) throws -> ContentInspection {
        let package = try OfficePackage.inspect(file)
        if package == wanted { return .confirmed }
        switch package {
        case .wordDocument: return .something("a Word document")
        case .workbook: return .something("an Excel workbook")
        case .other: return .something("a ZIP archive without the parts of \(rules.noun)")
        case .notPackage: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    private static func compound(_ file: FileDescriptor, wanted: CompoundFile) throws -> ContentInspection {
        let compound = try CompoundFile.inspect(file)
        if compound == wanted { return .confirmed }
        switch compound {
        case .wordDocument: return .something("a Word 97-2003 document")
        case .workbook: return .something("an Excel 97-2003 workbook")
        case .presentation: return .something("a PowerPoint 97-2003 presentation")
        case .message: return .something("an Outlook message")
        case .encryptedPackage: return .something("a password-protected Office document")
        case .other: return .something("another program's file")
        // Word 2 and Excel 4 wrote no compound files yet.
        case .notCompound: return .unknown
        case .damaged(let reason): return .damaged(reason)
        }
    }

    /// libmagic takes the mark of a PDF document anywhere in the first 256 bytes, as viewers do in the first 1024; what
    /// stands before it makes the same file a page or a program to others.
    private static func portableDocument(_ file: FileDescriptor) throws -> ContentInspection {
        let head = try file.bytes(at: 0, count: 1024)
        let start = head.drop { [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        let others: [(mark: String, what: String)] = [
            ("#!", "a script"), ("MZ", "a Windows program"), ("\u{7F}ELF", "an executable program"),
            ("<", "a page"), ("PK\u{3}\u{4}", "a ZIP archive"),
        ]
        for other in others where start.starts(with: other.mark.utf8) {
            return .suspicious("it starts as \(other.what) and carries the mark of a PDF document further on")
        }
        return .unknown
    }
}
