internal import DirectoryStore
internal import Documents
internal import Platform

/// The object store of a workspace that is not changed; its folder need not be there.
struct ReadOnlyObjects: ObjectStore, ObjectListing {
    private let store: DirectoryStore?
    private let root: Path

    /// - Throws: `ObjectStoreError`
    init(root: Path) throws {
        self.root = root
        store = Files.exists(root) ? try DirectoryStore(root: root) : nil
    }

    func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject {
        throw refusal
    }

    func open(_ key: ObjectKey) async throws -> (any ObjectReader)? {
        try await store?.open(key)
    }

    func delete(_ key: ObjectKey) async throws -> Bool {
        throw refusal
    }

    func forEachPage(of size: Int, _ body: ([ListedObject]) async throws -> Void) async throws -> Int {
        try await store?.forEachPage(of: size, body) ?? 0
    }

    func url(for key: ObjectKey) -> String {
        store?.url(for: key) ?? "file:\(root.appending(Path(key.text)).text)"
    }

    private var refusal: ObjectStoreError {
        ObjectStoreError(
            .readOnly,
            "The object store \(root) was opened for reading alone, so nothing is written. "
                + "This is a mistake in the program; report it with this message.")
    }
}
