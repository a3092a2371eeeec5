/// What a file's contents have to be, by its extension.
///
/// What counts is the structure; libmagic's name is for messages, and decides where there is no structure to look at. The names
/// are those that libmagic 5.44 gives for real files of each kind, found with the files in
/// `Tests/DocumentStagesTests/Fixtures`. Later versions' new names for the same kinds are in the table as well.
public struct ContentRules: Hashable, Sendable {
    /// The structure that the contents must have: a name alone does not tell enough.
    public enum Structure: Hashable, Sendable {
        /// A ZIP package with the parts of a Word document.
        case wordPackage
        /// A ZIP package with the parts of a workbook.
        case workbookPackage
        /// An OLE compound file with a Word document.
        case wordCompound
        /// An OLE compound file with a workbook.
        case workbookCompound
        /// An MP4 or QuickTime file with pictures.
        case movie
        /// An AVI file with pictures.
        case aviMovie
        /// A PDF document whose mark stands at the start, not within a program or page.
        case portableDocument
        /// Text in any charset that is neither a page nor a program.
        case text
    }

    /// What it must be, for people: "a video".
    public let label: String
    /// The same for who has another thing of that sort: "an MP4 video".
    public let exactLabel: String
    /// The names that messages offer, usual ones first.
    public let names: [String]
    /// Further names of the same kind of contents.
    public let otherNames: Set<String>
    public let structure: Structure

    /// The rules for an extension, lower-cased with its dot; nil when it is none that Compass knows.
    public init?(extension name: String) {
        switch name {
        case ".mp4":
            self.init(
                "a video", exactly: "an MP4 video", ["video/mp4"], others: Self.movies, .movie)
        case ".mov":
            self.init("a video", exactly: "a QuickTime video", ["video/quicktime"], others: Self.movies, .movie)
        case ".m4v":
            self.init("a video", exactly: "an iTunes video", ["video/x-m4v"], others: Self.movies, .movie)
        case ".avi":
            self.init(
                "a video", exactly: "an AVI video", ["video/x-msvideo"],
                others: ["video/vnd.avi", "video/avi", "video/msvideo"], .aviMovie)
        case ".pdf":
            self.init("a PDF document", ["application/pdf"], .portableDocument)
        case ".txt":
            self.init("plain text", ["text/plain"], .text)
        case ".csv":
            self.init("a table of comma-separated values", ["text/csv", "text/plain"], .text)
        case ".doc":
            self.init("a Word 97-2003 document", ["application/msword"], .wordCompound)
        case ".xls":
            self.init("an Excel 97-2003 workbook", ["application/vnd.ms-excel"], .workbookCompound)
        case ".docx":
            self.init(
                "a Word document", ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
                .wordPackage)
        case ".xlsx":
            self.init(
                "an Excel workbook", ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
                .workbookPackage)
        default:
            return nil
        }
    }

    private init(
        _ label: String, exactly exactLabel: String? = nil, _ names: [String], others: Set<String> = [],
        _ structure: Structure
    ) {
        self.label = label
        self.exactLabel = exactLabel ?? label
        self.names = names
        self.otherNames = others
        self.structure = structure
    }

    /// Films are named after a brand that anybody may choose; players go by the boxes.
    private static let movies: Set<String> = [
        "video/mp4", "video/quicktime", "video/x-m4v", "video/3gpp", "video/3gpp2",
    ]

    /// Whether contents of this MIME name can be what the extension says, as far as a name tells.
    public func fits(_ mimeType: String) -> Bool {
        names.contains(mimeType) || otherNames.contains(mimeType)
    }
}
