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
        let isQuickTime = brand == nil || brand == "qt  "
        return FileType(mimeType: isQuickTime ? "video/quicktime" : "video/mp4", charset: type.charset)
    }

    private static let pdf = "application/pdf"
    /// What `TextContent` knows by more than a word.
    private static let judged: Set<String> = ["text/x-msdos-batch", "text/x-shellscript", "text/x-php"]

    /// Whether contents of a MIME name are text by nature.
    private static func isText(_ mimeType: String) -> Bool {
        mimeType.hasPrefix("text/")
            || ["message/rfc822", "application/json", "application/x-ndjson", "application/csv"].contains(mimeType)
    }
}
