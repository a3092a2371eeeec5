package import Documents
internal import Pipelines

/// Objects that lie in a store while the catalog has no document: the database was lost, and does not belong to a new workspace.
package enum UnknownObjects {
    private static let page = 100

    private struct Found: Error {}

    /// Whether the database has neither a version nor a run, and there is an object. Looks into the store only where there are
    /// none: a pipeline may store objects and make no versions of them.
    ///
    /// - Throws: the stores' errors.
    package static func exist(in objects: any ObjectStore, of stores: Stores) async throws -> Bool {
        let references = stores.references
        guard let listing = objects as? any ObjectListing,
            try await references.versionObjects(after: 0, limit: 1).isEmpty,
            try await stores.journal.runs(RunQuery(), limit: 1, after: nil).items.isEmpty
        else { return false }
        do {
            _ = try await listing.forEachPage(of: page) { page in
                for key in try await references.unneeded(page.map(\.key.text)) {
                    // What a run has undone since it was listed is gone, and so is the run's claim to it.
                    if let key = ObjectKey(key), try await objects.open(key) != nil { throw Found() }
                }
            }
        } catch is Found {
            return true
        }
        return false
    }

    /// Of a database that is not there yet, before anything is made in its place.
    ///
    /// - Throws: `ObjectStoreError` of code `unknown` when the store has objects; the stores' errors.
    static func refuse(beside database: DatabaseDefinition, in place: any ObjectStorePlace) async throws {
        guard try Stores.size(of: database) == 0, let objects = try await place.openExisting() else { return }
        let stores = try await Stores.openReadOnly(database)
        let exist = try await exist(in: objects, of: stores)
        try await stores.close()
        // Another process may have made the database, and stored objects, since it was looked for.
        if exist, try Stores.size(of: database) == 0 { throw ObjectStoreError.unknown(place) }
    }

    /// For those who only look: an empty list would say that there was never anything.
    ///
    /// - Throws: `ObjectStoreError` of code `unknown`; the database's errors. A store that cannot be looked into throws nothing:
    ///   what the database knows is shown all the same.
    static func refuse(in workspace: Workspace) async throws {
        guard let objects = workspace.objects as? ReadOnlyObjects else { return }
        do {
            if try await exist(in: objects, of: workspace.stores) { throw ObjectStoreError.unknown(objects.place) }
        } catch let error as ObjectStoreError where error.code != .unknown {
            return
        }
    }
}
