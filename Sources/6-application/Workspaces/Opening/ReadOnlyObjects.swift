internal import DirectoryStore
package import Documents
package import Platform

/// The object store for those that only look. Its folder need not be there, is never made, and is only needed once an object is
/// asked for, so that what the database knows can be told while its disk is away.
package struct ReadOnlyObjects: ObjectStore, ObjectListing {
    private let opened: Result<DirectoryStore?, ObjectStoreError>
    private let root: Path

    package init(root: Path) {
        self.root = root
        opened = Result { () throws(ObjectStoreError) in try DirectoryStore.openExisting(root) }
    }

    private var store: DirectoryStore? {
        get throws { try opened.get() }
    }

    /// For who can do nothing without an object.
    ///
    /// - Throws: `ObjectStoreError` of code `elsewhere` when the store's folder is not there.
    package func verify() throws {
        if try store != nil { return }
        throw ObjectStoreError.away(root, "is not there")
    }

    package func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject {
        throw refusal
    }

    package func open(_ key: ObjectKey) async throws -> (any ObjectReader)? {
        try await store?.open(key)
    }

    package func delete(_ key: ObjectKey) async throws -> Bool {
        throw refusal
    }

    package func forEachPage(of size: Int, _ body: ([ListedObject]) async throws -> Void) async throws -> Int {
        try await store?.forEachPage(of: size, body) ?? 0
    }

    package func url(for key: ObjectKey) -> String {
        (try? store)?.url(for: key) ?? "file:\(root.appending(Path(key.text)).text)"
    }

    private var refusal: ObjectStoreError {
        ObjectStoreError(
            .readOnly,
            "The object store \(root) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }
}
