internal import Documents
internal import Pipelines
package import Representations
internal import Workspaces

/// Whether the object store is the one that the catalog's documents lie in.
package enum ObjectStoreChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) async -> [Finding] {
        guard snapshot.isKnown else { return [] }
        let bytes: Int64
        do {
            let stores = try await Stores.openReadOnly(snapshot.database)
            bytes = try await stores.catalog.statistics(owner: nil).storageBytes
            try await stores.close()
        } catch {
            // The checks of the database tell what is wrong with it.
            return []
        }
        do {
            let place = try snapshot.place()
            return [try await finding(place, isExpected: bytes > 0)]
        } catch {
            let steps = snapshot.objectFolder.map { "ls -ld \($0) shows what it is" } ?? "see `storage` of compass.yaml"
            return [.problem("object-store", "\(error)", advice: steps)]
        }
    }

    private static func finding(_ place: any ObjectStorePlace, isExpected: Bool) async throws -> Finding {
        let name = place.description
        guard try await place.openExisting() != nil else {
            return isExpected
                ? missing("\(name) is not there")
                : .ok("object-store", "\(name) does not exist yet; the first run creates it")
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
