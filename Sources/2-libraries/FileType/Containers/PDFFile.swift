public import Platform

/// What a PDF file holds, judged by its structure: libmagic goes by the mark `%PDF-` alone, which anything may follow.
///
/// What viewers need is asked for, and no more, since they mend much: an object behind the mark with nothing but remarks before
/// it, and anywhere one of the words that lead to a document's root. Tables of objects may be damaged or missing, other bytes
/// may follow the end. Whether the objects make up pages is not looked at.
///
/// Format: ISO 32000-2, 7.5.2 (header), 7.3.10 (objects), 7.5.5 (trailer), 7.5.8 (cross-reference streams).
public enum PDFFile: Hashable, Sendable, ContainerVerdict {
    /// A document.
    case document
    /// The mark stands behind other things than blanks, which are the beginning of what has this MIME name; nil: of nothing
    /// that is known by its start.
    case behind(mimeType: String?)
    /// There is no mark.
    case other
    /// It begins as a PDF document and is none that can be shown. The reason completes "the file cannot be read: …".
    case damaged(reason: String)
    /// It is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)

    /// Reads at most the first 64 KiB and the last 65,557 bytes; more, from the end backwards, only where nothing in them leads to the
    /// document's root. The file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> PDFFile {
        try inspect(ContainerContent(file))
    }

    /// As `inspect(_:)` of a file.
    ///
    /// - Throws: `SystemError`
    package static func inspect(_ content: ContainerContent) throws -> PDFFile {
        let head = try content.head(beginning)
        switch PDFMark.inspect(Array(head.prefix(PDFMark.area))) {
        case .behind(let mimeType): return .behind(mimeType: mimeType)
        case .missing: return .other
        case .atStart: break
        }
        return try judging {
            do {
                try PDFBeginning(head).check()
            } catch  where content.size > beginning {
                // Remarks may be long.
                try PDFBeginning(content.head(ContainerContent.pieceSize)).check()
            }
            guard try content.lastPlace(of: rootWords, before: content.size) != nil else {
                throw ContainerProblem.damaged("its end (`trailer` or `startxref`) is missing: it is cut off")
            }
            try AppendedArchive.refuse(.all, in: content)
            return .document
        }
    }

    /// Where the first object begins in nearly all documents.
    private static let beginning = 4 << 10

    /// What stands at the end of a document, and in one that is made for the web also near its beginning.
    private static let rootWords = ["startxref", "trailer", "/XRef", "/Root"].map { Array($0.utf8) }
}
