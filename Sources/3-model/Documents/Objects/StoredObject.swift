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

/// Bytes to be stored, read once from front to back.
public protocol ObjectSource: Sendable {
    /// In bytes; a source that turns out shorter or longer has changed.
    var size: Int64 { get }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end. May block; called on one thread at a time.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int

    /// Called after the last byte was read and before the object becomes visible.
    ///
    /// - Throws: when what was read may not be what was validated.
    func verifyUnchanged() throws
}
