internal import Documents
internal import FileType
internal import Platform

/// What a look at the structure of a file's contents tells.
enum ContentInspection: Hashable {
    /// They are what they must be.
    case confirmed
    /// They have not the structure at all.
    case unknown
    /// They are something else: "an Excel workbook".
    case something(String)
    /// They cannot be read; the reason.
    case damaged(String)
    /// They are built to harm or mislead; the reason.
    case suspicious(String)

    /// - Parameter mimeType: what libmagic says, for the words of the answer.
    /// - Throws: `SystemError`
    static func inspect(_ file: FileDescriptor, _ rules: ContentRules, mimeType: String) throws -> ContentInspection {
        switch rules.structure {
        case .movie: try movie(file)
        case .aviMovie: try aviMovie(file)
        case .text: try text(file)
        case .portableDocument: try portableDocument(file)
        case .wordPackage: try package(file, wanted: .wordDocument, rules, mimeType)
        case .workbookPackage: try package(file, wanted: .workbook, rules, mimeType)
        case .wordCompound: try compound(file, wanted: .wordDocument)
        case .workbookCompound: try compound(file, wanted: .workbook)
        }
    }

    private static func movie(_ file: FileDescriptor) throws -> ContentInspection {
        let movie = try MovieFile.inspect(file)
        switch movie {
        case .movie: return movie.mayHaveVideo ? .confirmed : .something("a recording without pictures")
        case .other: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    private static func aviMovie(_ file: FileDescriptor) throws -> ContentInspection {
        let movie = try AVIFile.inspect(file)
        switch movie {
        case .recording: return movie.hasVideo ? .confirmed : .something("a recording without pictures")
        case .other: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    private static func text(_ file: FileDescriptor) throws -> ContentInspection {
        switch try TextContent.inspect(file) {
        case .text: .confirmed
        case .other(let mimeType): .something(ContentNames.describe(mimeType))
        case .mixed(let place): .damaged("other data than text follow its byte \(place)")
        case .binary: .unknown
        }
    }

    private static func package(
        _ file: FileDescriptor, wanted: OfficePackage, _ rules: ContentRules, _ mimeType: String
    ) throws -> ContentInspection {
        let package = try OfficePackage.inspect(file)
        if package == wanted { return .confirmed }
        switch package {
        case .wordDocument: return .something("a Word document")
        case .workbook: return .something("an Excel workbook")
        case .other:
            let isKnown = !archives.contains(mimeType) && !rules.fits(mimeType)
            return .something(
                isKnown ? ContentNames.describe(mimeType) : "a ZIP archive without the parts of \(rules.label)")
        case .notPackage: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    /// What libmagic calls packages of which it knows no more.
    private static let archives: Set<String> = [
        "application/zip", "application/octet-stream", "application/x-zip-compressed",
    ]

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
        case .macros(let reason), .suspicious(let reason): return .suspicious(reason)
        case .notCompound: return wanted == .workbook ? try bareWorkbook(file) : try oldWordDocument(file)
        case .damaged(let reason): return .damaged(reason)
        }
    }

    /// Excel 4 wrote no compound files yet.
    private static func bareWorkbook(_ file: FileDescriptor) throws -> ContentInspection {
        switch try BareWorkbook.inspect(file) {
        case .workbook: .confirmed
        case .macros(let reason), .suspicious(let reason): .suspicious(reason)
        case .other: .unknown
        case .damaged(let reason): .damaged(reason)
        }
    }

    /// Neither did Word 2.
    private static func oldWordDocument(_ file: FileDescriptor) throws -> ContentInspection {
        switch try OldWordDocument.inspect(file) {
        case .document: .confirmed
        case .suspicious(let reason): .suspicious(reason)
        case .other: .unknown
        }
    }

    private static func portableDocument(_ file: FileDescriptor) throws -> ContentInspection {
        switch try PDFFile.inspect(file) {
        case .document: .confirmed
        case .behind(let mimeType):
            .suspicious(
                mimeType.map {
                    "it starts as \(ContentNames.describe($0)) and carries the mark of a PDF document further on"
                }
                    ?? "other things than blanks stand before the mark of a PDF document")
        case .other: .unknown
        case .damaged(let reason): .damaged(reason)
        case .suspicious(let reason): .suspicious(reason)
        }
    }
}
