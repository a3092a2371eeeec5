/// Where the bytes of documents live.
public protocol ObjectStore: Sendable {
    /// Stores a source's bytes under a key. The object appears whole or not at all, and is on disk on return. The same
    /// bytes under the same key are success with `created` false.
    ///
    /// - Parameter progress: called now and then with the number of bytes stored so far, from any thread.
    /// - Throws: `ObjectStoreError`; whatever the source throws; `CancellationError`.
    func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject

    /// Opens an object; nil when there is none.
    func open(_ key: ObjectKey) async throws -> (any ObjectReader)?

    /// Deletes an object, durably on return.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func delete(_ key: ObjectKey) async throws -> Bool

    /// The address of an object that is there.
    ///
    /// - Parameter duration: how long the address leads to it; nil: an address that stays, which the catalog keeps as the
    ///   file's URL. It is the one that `put` tells.
    /// - Throws: `ObjectStoreError`, of code `noLink` when the store has no such address.
    func link(for key: ObjectKey, validFor duration: Duration?) async throws -> String

    /// Removes what processes that died while they stored an object have left of it, now that nobody goes on with it.
    /// The default does nothing: many stores leave nothing.
    func sweep(_ key: ObjectKey) async throws
}

extension ObjectStore {
    public func sweep(_ key: ObjectKey) async throws {}
}

/// An open object; valid while it is referenced.
public protocol ObjectReader: Sendable {
    /// In bytes.
    var size: Int64 { get }

    /// Reads up to `count` bytes at `offset`; empty at the end.
    func read(at offset: Int64, count: Int) async throws -> [UInt8]
}
