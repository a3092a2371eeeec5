/// What a file's contents have to be, by its extension.
///
/// The names are those that libmagic 5.44 gives for real files of each kind, found with the files in
/// `Tests/DocumentStagesTests/Fixtures`. Later versions' new names for the same kinds are in the table as well.
public struct ContentRules: Hashable, Sendable {
    /// The structure that the contents must have, where a name alone does not tell enough.
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
        /// A PDF document whose mark stands at the start, not within a program or page.
        case portableDocument
    }

    /// What it must be, for people: "a video".
    public let noun: String
    /// The same for who has another thing of that sort: "an MP4 video".
    public let exactNoun: String
    /// The names that messages offer, usual ones first.
    public let names: [String]
    /// Further names of the same kind of contents.
    public let otherNames: Set<String>
    /// Names that libmagic gives to such contents and to others, so that only their structure can decide.
    public let vagueNames: Set<String>
    public let structure: Structure?
    /// Whether any text will do that is neither a page nor a program: libmagic guesses languages from words that
    /// ordinary texts have too.
    public let takesText: Bool

    /// The rules for an extension, lower-cased with its dot; nil when it is none that Compass knows.
    public init?(extension name: String) {
        switch name {
        case ".mp4":
            self.init(
                "a video", exactly: "an MP4 video", ["video/mp4"],
                others: ["video/x-m4v", "video/3gpp", "video/3gpp2"],
                // Cameras' own brands: Sony's MSNV is "audio/mp4", its XAVC and Panasonic's have no name at all.
                vague: ["audio/mp4", "application/octet-stream"], .movie)
        case ".mov":
            self.init(
                "a video", exactly: "a QuickTime video", ["video/quicktime"], others: ["video/mp4", "video/x-m4v"],
                // Films of before 2001 have no brand and may start with "wide", "free", "skip" or "pnot".
                vague: ["application/octet-stream"], .movie)
        case ".m4v":
            self.init("a video", exactly: "an iTunes video", ["video/x-m4v"], others: ["video/mp4"], .movie)
        case ".avi":
            self.init(
                "a video", exactly: "an AVI video", ["video/x-msvideo"],
                others: ["video/vnd.avi", "video/avi", "video/msvideo"])
        case ".pdf":
            self.init("a PDF document", ["application/pdf"], .portableDocument)
        case ".txt":
            self.init(
                "plain text", ["text/plain"], others: ["message/rfc822", "application/json", "application/x-ndjson"],
                takesText: true)
        case ".csv":
            self.init(
                // Fewer than three lines, other separators than the comma, or uneven lines are plain text to libmagic.
                "a table of comma-separated values", ["text/csv", "text/plain"], others: ["application/csv"],
                takesText: true)
        case ".doc":
            self.init(
                "a Word 97-2003 document", ["application/msword"],
                vague: Self.vagueCompounds.union(["application/vnd.ms-excel"]), .wordCompound)
        case ".xls":
            self.init(
                "an Excel 97-2003 workbook", ["application/vnd.ms-excel"],
                vague: Self.vagueCompounds.union(["application/msword"]), .workbookCompound)
        case ".docx":
            self.init(
                "a Word document", ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
                vague: Self.vaguePackages, .wordPackage)
        case ".xlsx":
            self.init(
                "an Excel workbook", ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
                vague: Self.vaguePackages, .workbookPackage)
        default:
            return nil
        }
    }

    private init(
        _ noun: String, exactly exactNoun: String? = nil, _ names: [String], others: Set<String> = [],
        vague: Set<String> = [],
        _ structure: Structure? = nil, takesText: Bool = false
    ) {
        self.noun = noun
        self.exactNoun = exactNoun ?? noun
        self.names = names
        self.otherNames = others
        self.vagueNames = vague
        self.structure = structure
        self.takesText = takesText
    }

    /// A compound file is named after the program that its summary mentions ("Word" is also in "WordPerfect"), and has
    /// only a general name without one.
    private static let vagueCompounds: Set<String> = [
        "application/CDFV2", "application/x-ole-storage", "application/vnd.ms-office", "application/octet-stream",
    ]
    /// libmagic looks at the first four parts only, and programs may write them in any order.
    private static let vaguePackages: Set<String> = [
        "application/zip", "application/octet-stream", "application/x-zip-compressed",
    ]

    /// How contents of a MIME name fit.
    public enum Fit: Hashable, Sendable {
        case fits
        /// The structure has to decide.
        case unclear
        case doesNotFit
    }

    /// How contents of this MIME name fit, before any look at their structure.
    public func fit(_ mimeType: String) -> Fit {
        if names.contains(mimeType) || otherNames.contains(mimeType) { return .fits }
        if vagueNames.contains(mimeType) { return .unclear }
        let isText = mimeType.hasPrefix("text/") && !ContentNames.isActive(mimeType) && mimeType != "text/rtf"
        return takesText && isText ? .fits : .doesNotFit
    }
}
