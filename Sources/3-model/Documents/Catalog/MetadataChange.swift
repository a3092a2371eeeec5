/// Changes to a series' metadata; nil leaves a field as it is.
public struct MetadataChange: Sendable, Hashable {
    /// Renames the whole series.
    public var title: String?
    /// An empty text removes the description.
    public var description: String?
    /// An empty text makes it general (about no school).
    public var school: String?

    public init(title: String? = nil, description: String? = nil, school: String? = nil) {
        self.title = title
        self.description = description
        self.school = school
    }
}
