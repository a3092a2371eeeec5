internal import Documents
internal import Platform
internal import Workspaces

/// All that the viewer shows.
struct ViewerView: Sendable {
    /// Where a document stands among those of the list that it was opened from.
    struct Place: Sendable, Hashable {
        /// So many documents of the list are looked through at a time, and so many in all.
        static let pageSize = 500
        static let maxCounted = 5_000

        /// From 1.
        let number: Int
        let count: Int
        /// The ids of its neighbours.
        let previous: String?
        let next: String?
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
