public import Platform

/// A school's leave to view a document, as it stands or stood.
public struct ShareRecord: Sendable, Hashable {
    public let school: String
    public let sharedAt: Timestamp
    /// The run that shared; nil: a person did.
    public let run: String?

    public init(school: String, sharedAt: Timestamp, run: String?) {
        self.school = school
        self.sharedAt = sharedAt
        self.run = run
    }
}
