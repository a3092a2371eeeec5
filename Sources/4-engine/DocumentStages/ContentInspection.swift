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
    static func inspect(_ content: ContainerContent, _ rules: ContentRules, mimeType: String) throws
        -> ContentInspection
    {
        switch rules.structure {
        case .movie: try movie(content)
        case .aviMovie: try aviMovie(content)
        case .text: try text(content)
        case .portableDocument: try portableDocument(content)
        case .wordPackage: try package(content, wanted: .wordDocument, rules, mimeType)
        case .workbookPackage: try package(content, wanted: .workbook, rules, mimeType)
        case .wordCompound: try compound(content, wanted: .wordDocument)
        case .workbookCompound: try compound(content, wanted: .workbook)
        }
    }

    private static func movie(_ content: ContainerContent) throws -> ContentInspection {
        let movie = try MovieFile.inspect(content)
        switch movie {
        case .movie: return movie.mayHaveVideo ? .confirmed : .something("a recording without pictures")
        case .other: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    private static func aviMovie(_ content: ContainerContent) throws -> ContentInspection {
        let movie = try AVIFile.inspect(content)
        switch movie {
        case .recording: return movie.hasVideo ? .confirmed : .something("a recording without pictures")
        case .other: return .unknown
        case .damaged(let reason): return .damaged(reason)
        case .suspicious(let reason): return .suspicious(reason)
        }
    }

    private static func text(_ content: ContainerContent) throws -> ContentInspection {
        switch try TextContent.inspect(content) {
        case .text: .confirmed
        case .other(let mimeType): .something(ContentNames.describe(mimeType))
        case .mixed(let place): .damaged("other data than text follow its byte \(place)")
        case .binary: .unknown
        }
    }

    private static func package(
        _ content: ContainerContent, wanted: OfficePackage, _ rules: ContentRules, _ mimeType: String
    ) throws -> ContentInspection {
        let package = try OfficePackage.inspect(content, limits: ZipLimits())
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

    private static func compound(_ content: ContainerContent, wanted: CompoundFile) throws -> ContentInspection {
        let compound = try CompoundFile.inspect(content)
        if compound == wanted { return .confirmed }
        switch compound {
        case .wordDocument: return .something("a Word 97-2003 document")
        case .workbook: return .something("an Excel 97-2003 workbook")
        case .presentation: return .something("a PowerPoint 97-2003 presentation")
        case .message: return .something("an Outlook message")
        case .encryptedPackage: return .something("a password-protected Office document")
        case .other: return .something("another program's file")
        case .macros(let reason), .suspicious(let reason): return .suspicious(reason)
        case .notCompound: return wanted == .workbook ? try bareWorkbook(content) : try oldWordDocument(content)
        case .damaged(let reason): return .damaged(reason)
        }
    }

    /// Excel 4 wrote no compound files yet.
    private static func bareWorkbook(_ content: ContainerContent) throws -> ContentInspection {
        switch try BareWorkbook.inspect(content) {
        case .workbook: .confirmed
        case .macros(let reason), .suspicious(let reason): .suspicious(reason)
        case .other: .unknown
        case .damaged(let reason): .damaged(reason)
        }
    }

    /// Neither did Word 2.
    private static func oldWordDocument(_ content: ContainerContent) throws -> ContentInspection {
        switch try OldWordDocument.inspect(content) {
        case .document: .confirmed
        case .suspicious(let reason): .suspicious(reason)
        case .other: .unknown
        }
    }

    private static func portableDocument(_ content: ContainerContent) throws -> ContentInspection {
        switch try PDFFile.inspect(content) {
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
