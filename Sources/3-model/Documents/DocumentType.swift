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
