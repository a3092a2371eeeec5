/// What a new version is made of. It joins the live series with the same owner, type and title, or starts one.
public struct NewVersion: Sendable, Hashable {
    public var owner: String
    public var type: DocumentType
    public var title: String
    /// nil leaves the series' description as it is.
    public var description: String?
    /// nil leaves the series' school as it is.
    public var school: String?
    public var objectKey: String
    public var fileURL: String
    public var name: String
    public var mimeType: String
    public var size: Int64
    public var sha256: String
    /// The run that makes it. A run makes one version: asking again with the same run returns that version.
    public var run: String

    public init(
        owner: String, type: DocumentType, title: String, description: String? = nil, school: String? = nil,
        objectKey: String, fileURL: String, name: String, mimeType: String, size: Int64, sha256: String, run: String
    ) {
        self.owner = owner
        self.type = type
        self.title = title
        self.description = description
        self.school = school
        self.objectKey = objectKey
        self.fileURL = fileURL
        self.name = name
        self.mimeType = mimeType
        self.size = size
        self.sha256 = sha256
        self.run = run
    }
}
