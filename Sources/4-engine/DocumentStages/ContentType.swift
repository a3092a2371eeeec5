internal import Documents
internal import FileType
internal import Platform

/// What a file's contents are, after a look at what libmagic guesses wrongly.
enum ContentType {
    /// libmagic's answer, or a better one for texts, for PDF documents behind blanks, and for films.
    ///
    /// - Throws: `SystemError`
    static func settled(_ type: FileType, _ file: FileDescriptor) throws -> FileType {
        if type.mimeType == pdf { return type }
        if try PDFMark.inspect(file) == .atStart { return FileType(mimeType: pdf, charset: nil) }
        switch try TextContent.inspect(file) {
        case .binary, .mixed:
            return try film(type, file) ?? type
        case .other(let mimeType):
            return ContentNames.isActive(type.mimeType) ? type : FileType(mimeType: mimeType, charset: type.charset)
        case .text(let charset):
            let charset = type.charset ?? charset
            // A programming language is a guess that does no harm, and says more; but for those that are told better above.
            let isRight =
                ContentNames.isScript(type.mimeType) && !judged.contains(type.mimeType)
                || isText(type.mimeType) && !ContentNames.isActive(type.mimeType)
            return FileType(mimeType: isRight ? type.mimeType : "text/plain", charset: charset)
        }
    }

    /// libmagic knows films by a first box of few kinds.
    private static func film(_ type: FileType, _ file: FileDescriptor) throws -> FileType? {
        guard type.mimeType == "application/octet-stream",
            case .movie(let brand, _) = try MovieFile.inspect(file)
        else { return nil }
        return FileType(mimeType: isQuickTime(brand) ? quickTime : "video/mp4", charset: type.charset)
    }

    /// What a document that was accepted is: what its extension and its structure say, and not what libmagic makes of it.
    ///
    /// - Parameter rules: of the extension; nil: it is none that is known here, so `type` is all that is known.
    /// - Throws: `SystemError`
    static func decided(_ type: FileType, _ rules: ContentRules?, _ content: ContainerContent) throws -> FileType {
        guard let rules, let name = rules.names.first else { return type }
        guard rules.structure == .movie, case .movie(let brand, _) = try MovieFile.inspect(content) else {
            return FileType(mimeType: name, charset: rules.structure == .text ? type.charset : nil)
        }
        // Players go by what it is, whatever its name.
        let isOther = isQuickTime(brand) != (name == quickTime)
        return FileType(mimeType: isOther ? (isQuickTime(brand) ? quickTime : "video/mp4") : name, charset: nil)
    }

    private static func isQuickTime(_ brand: String?) -> Bool { brand == nil || brand == "qt  " }

    private static let quickTime = "video/quicktime"
    private static let pdf = "application/pdf"
    /// What `TextContent` knows by more than a word.
    private static let judged: Set<String> = ["text/x-msdos-batch", "text/x-shellscript", "text/x-php"]

    /// Whether contents of a MIME name are text by nature.
    private static func isText(_ mimeType: String) -> Bool {
        mimeType.hasPrefix("text/")
            || ["message/rfc822", "application/json", "application/x-ndjson", "application/csv"].contains(mimeType)
    }
}
