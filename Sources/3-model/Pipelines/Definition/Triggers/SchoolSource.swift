/// Schools with which something was shared lately: one run a school. `trigger.school`, `trigger.documents`,
/// `trigger.titles` and `trigger.count` tell which documents.
public struct SchoolSource: Sendable {
    /// How long ago, at most, something was shared with it.
    public var newerThan: TimeSpan
    /// `trigger.documents` and `trigger.titles` have at most so many entries; `trigger.count` counts all.
    public static let maxDocuments = 1_000

    public init(newerThan: TimeSpan) {
        self.newerThan = newerThan
    }
}
