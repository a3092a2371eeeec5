public import Platform

/// An object store that can tell what it holds.
public protocol ObjectListing: Sendable {
    /// Goes through all objects whose keys are those of uploads, in no order, and hands them over in pages. What is being
    /// stored or deleted meanwhile may be told or not. Memory does not grow with the store. Blocks; give it a thread.
    ///
    /// - Returns: how many other files and folders were met. What is being stored now is none of them.
    /// - Throws: `ObjectStoreError`; what `body` throws.
    func forEachPage(of size: Int, _ body: ([ListedObject]) async throws -> Void) async throws -> Int
}

/// An object as it lies in its store.
public struct ListedObject: Sendable, Hashable {
    public let key: ObjectKey
    /// In bytes.
    public let size: Int64
    /// When its bytes were written.
    public let modified: Timestamp

    public init(key: ObjectKey, size: Int64, modified: Timestamp) {
        self.key = key
        self.size = size
        self.modified = modified
    }
}
