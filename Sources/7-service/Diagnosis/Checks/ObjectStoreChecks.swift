internal import Documents
internal import Pipelines
package import Representations
internal import Workspaces

/// Whether the object store is the one that the catalog's documents lie in.
package enum ObjectStoreChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) async -> [Finding] {
        guard snapshot.isKnown else { return [] }
        let stores: Stores
        let bytes: Int64
        do {
            stores = try await Stores.openReadOnly(snapshot.database)
            bytes = try await stores.catalog.statistics(owner: nil).storageBytes
        } catch {
            // The checks of the database tell what is wrong with it.
            return []
        }
        do {
            let finding = try await finding(snapshot.place(), isExpected: bytes > 0, stores)
            try await stores.close()
            return [finding]
        } catch {
            try? await stores.close()
            let steps = snapshot.objectFolder.map { "ls -ld \($0) shows what it is" } ?? "see `storage` of compass.yaml"
            return [.problem("object-store", "\(error)", advice: steps)]
        }
    }

    private static func finding(
        _ place: any ObjectStorePlace, isExpected: Bool, _ stores: Stores
    ) async throws -> Finding {
        let name = place.description
        guard let existing = try await place.openExisting() else {
            return isExpected
                ? missing("\(name) is not there")
                : .ok("object-store", "\(name) does not exist yet; the first run creates it")
        }
        if try await UnknownObjects.exist(in: existing, of: stores) {
            return .problem(
                "object-store",
                "\(name) has objects, although the catalog has no document: the database was lost, emptied or replaced",
                advice: "nothing new begins here before it is back: the guide \"When things go wrong\" shows how")
        }
        guard isExpected else { return .ok("object-store", "\(name) waits for its first object") }
        do {
            _ = try await place.open(isExpected: true)
        } catch let error as ObjectStoreError where error.code == .elsewhere {
            return missing("\(name) is empty")
        }
        return .ok("object-store", "\(name) holds objects")
    }

    private static func missing(_ what: String) -> Finding {
        .problem(
            "object-store", "\(what), although the catalog has documents whose bytes lie there",
            advice: "mount its disk, or move it back; findmnt -T shows what is mounted there")
    }
}
