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
