internal import DirectoryStore
internal import Documents
internal import Platform
package import Representations
internal import Workspaces

/// Whether the object store is the one that the catalog's documents lie in.
package enum ObjectStoreChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) async -> [Finding] {
        guard snapshot.isKnown else { return [] }
        let place = snapshot.storage
        let bytes: Int64
        do {
            let stores = try await Stores.openReadOnly(snapshot.database)
            bytes = try await stores.catalog.statistics(owner: nil).storageBytes
            try await stores.close()
        } catch {
            // The checks of the database tell what is wrong with it.
            return []
        }
        guard Files.exists(place) else {
            return bytes > 0
                ? [missing("\(place) is not there")]
                : [.ok("object-store", "there is none yet at \(place); the first run makes it")]
        }
        do {
            if try bytes > 0 && DirectoryStore(root: place).isBlank { return [missing("\(place) is empty")] }
        } catch {
            return [.problem("object-store", "\(error)", advice: "ls -ld \(place) shows what it is")]
        }
        return [.ok("object-store", bytes > 0 ? "\(place) holds objects" : "\(place) waits for its first object")]
    }

    private static func missing(_ what: String) -> Finding {
        .problem(
            "object-store", "\(what), although the catalog has documents whose bytes lie there",
            advice: "mount its disk, or move it back; findmnt -T shows what is mounted there")
    }
}
