internal import Documents
internal import Platform
internal import Representations

/// All that the page of a document shows.
struct DocumentView: Sendable {
    /// The one that is shown; the current one, unless a former one was asked for.
    var version: DocumentVersion
    /// Of a text file; nil: it is none, or is too large to be shown.
    var text: String?
    /// How it is shown if it is a film, and what is known of its contents.
    var film: FilmView
    /// What is known of the contents of all versions, by the keys of their objects.
    var media: [String: ObjectMedia]
    /// Newest first, those in the trash included.
    var versions: [DocumentVersion]
    var schools: SchoolNames
    var shares: [ShareRecord]
    /// That the trash has ended, and that could come back.
    var endedShares: [ShareRecord]
    var links: [DocumentLink]
    var story: [StoryEntry]
    var paths: DocumentPaths
    var showsOwner: Bool
    var notice: Notice?
    /// Of the form that makes a link.
    var linkForm = FormValues(values: ["days": "\(DocumentLink.standardDays)"])

    var current: DocumentVersion { versions.first(where: \.isCurrent) ?? version }
    var isTrashed: Bool { version.isTrashedDocument }

    func path(_ part: String) -> String { paths.document(version.id, part: part) }
}

extension DocumentVersion {
    /// Whether it stands for a document that is in the trash, rather than being a former version that is.
    var isTrashedDocument: Bool { trashedAt != nil && isCurrent }
}
