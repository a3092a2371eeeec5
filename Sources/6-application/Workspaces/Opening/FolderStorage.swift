internal import DirectoryStore
internal import Documents
package import Platform

/// How `storage: file:PATH` is opened: objects in a folder.
package enum FolderStorage {
    /// For who stores and deletes.
    ///
    /// Makes the folder only for a catalog that has nothing in it: one in the place of a store that was moved away, or whose
    /// disk is not mounted, would stand in the way of its coming back.
    ///
    /// - Throws: `ObjectStoreError`, of code `elsewhere` when the catalog's objects are not there; the catalog's errors.
    static func open(_ root: Path, for catalog: any Catalog) async throws -> any ObjectStore {
        let isExpected = try await catalog.statistics(owner: nil).storageBytes > 0
        guard isExpected else { return try DirectoryStore(root: root) }
        guard let objects = try DirectoryStore.openExisting(root) else { throw away(root, "is not there") }
        if try objects.isBlank { throw away(objects.root, "is empty") }
        return objects
    }

    /// For who only looks. The folder need not be there, and is never made.
    package static func openForReading(_ root: Path) -> ReadOnlyObjects {
        ReadOnlyObjects(root.description, away: away(root, "is not there")) {
            try DirectoryStore.openExisting(root)
        }
    }

    /// The catalog needs what lay in the store.
    private static func away(_ root: Path, _ what: String) -> ObjectStoreError {
        ObjectStoreError(
            .elsewhere,
            "The object store \(root) \(what), although the catalog has documents whose bytes lie there. Is its disk mounted? "
                + "Mount it or move it back; nothing is stored there before.")
    }
}
