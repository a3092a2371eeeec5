internal import Platform

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
