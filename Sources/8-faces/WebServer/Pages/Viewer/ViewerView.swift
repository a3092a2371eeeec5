internal import Documents
internal import Platform
internal import Workspaces

/// All that the viewer shows.
struct ViewerView: Sendable {
    /// Where a document stands among those of the list that it was opened from.
    struct Place: Sendable {
        /// So many documents of the list are looked through at a time, and so many in all.
        static let pageSize = 500
        static let maxCounted = 5_000
        /// So many documents before and after it are shown as small pictures.
        static let stripLength = 3

        /// From 1.
        let number: Int
        let count: Int
        /// The nearest comes last.
        let before: [DocumentVersion]
        /// The nearest comes first.
        let after: [DocumentVersion]
        /// Of these, by the keys of objects.
        let media: [String: ObjectMedia]
    }

    var version: DocumentVersion
    /// nil: it was opened by itself.
    var place: Place?
    /// Of a text file; nil: it is none, or is too large to be shown.
    var text: String?
    var film: FilmView
    var schools: SchoolNames
    var paths: DocumentPaths
}
