internal import Platform

/// What a workspace accepts as a document of each type.
public struct DocumentRules: Sendable, Hashable {
    /// The rules of one type.
    public struct Rule: Sendable, Hashable {
        /// 100 MB in SI units: the limit of every type unless the workspace sets another.
        public static let defaultMaxSize: Int64 = 100_000_000

        /// Lower-cased, with the dot, in the order in which messages list them.
        public var extensions: [String]
        /// In bytes; the largest file that is accepted.
        public var maxSize: Int64

        public init(extensions: [String], maxSize: Int64 = defaultMaxSize) {
            self.extensions = extensions
            self.maxSize = maxSize
        }
    }

    private var rules: [DocumentType: Rule]

    /// The table of the documents' list (specs: Documents List, 3); 100 MB (10^8 bytes) each.
    public static let standard = DocumentRules(rules: [
        .highlightVideo: Rule(extensions: [".mp4", ".mov", ".avi"]),
        .transcript: Rule(extensions: [".pdf", ".txt"]),
        .resume: Rule(extensions: [".pdf", ".doc", ".docx"]),
        .recommendationLetter: Rule(extensions: [".pdf"]),
        .questionnaire: Rule(extensions: [".pdf", ".doc", ".docx"]),
        .statsSheet: Rule(extensions: [".csv", ".xls", ".xlsx"]),
    ])

    private init(rules: [DocumentType: Rule]) {
        self.rules = rules
    }

    /// Every type has a rule.
    public subscript(type: DocumentType) -> Rule {
        get { rules[type] ?? Rule(extensions: []) }
        set { rules[type] = newValue }
    }
}

/// The kinds of recruiting documents, as the product's pages name them.
public enum DocumentType: String, CaseIterable, Sendable, Hashable {
    case highlightVideo = "highlight_video"
    case transcript = "transcript"
    case resume = "resume"
    case recommendationLetter = "rec_letter"
    case questionnaire = "questionnaire"
    case statsSheet = "stats_sheet"

    /// For people: "Highlight Video".
    public var label: String {
        switch self {
        case .highlightVideo: "Highlight Video"
        case .transcript: "Transcript"
        case .resume: "Resume"
        case .recommendationLetter: "Recommendation Letter"
        case .questionnaire: "Questionnaire"
        case .statsSheet: "Stats Sheet"
        }
    }
}

/// Whose documents they are, as a name that can be shown, typed and compared.
public enum OwnerName {
    /// Why a text is no owner's name, for messages: "is empty"; nil: it is one.
    public static func fault(in name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return name.isEmpty ? "is empty" : "has nothing but spaces" }
        // They are what they name in every path that an owner is a part of.
        if name == "." || name == ".." { return "names a folder and no person" }
        return UnsafeCharacters.first(in: name).map { "has the character \($0), which no name may have" }
    }
}
