/// An object that is in the store, durably.
public struct StoredObject: Sendable, Hashable {
    public let key: ObjectKey
    /// Its address that stays; see `ObjectStore.link`.
    public let url: String
    /// In bytes.
    public let size: Int64
    /// Lower-case hexadecimal.
    public let sha256: String
    /// Whether this call made it; false when the same bytes were already there.
    public let created: Bool

    public init(key: ObjectKey, url: String, size: Int64, sha256: String, created: Bool) {
        self.key = key
        self.url = url
        self.size = size
        self.sha256 = sha256
        self.created = created
    }
}
