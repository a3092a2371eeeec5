internal import Documents
internal import Pipelines
internal import QuarantineFolder

/// The quarantine of a workspace that may have been moved since its files came: entries say where what is kept lies now.
/// Looks at the folder for each of them.
struct LocatedQuarantine: Quarantine {
    let entries: any Quarantine
    let folder: QuarantineFolder

    private func located(_ entry: QuarantineEntry) -> QuarantineEntry {
        var entry = entry
        entry.kept = KeptFile(entry.kept.way, path: folder.location(of: entry.kept), note: entry.kept.note)
        return entry
    }

    func quarantined(
        _ query: QuarantineQuery, limit: Int, after cursor: String?
    ) async throws -> Page<QuarantineEntry> {
        let page = try await entries.quarantined(query, limit: limit, after: cursor)
        return Page(items: page.items.map(located), next: page.next)
    }

    func quarantineGroups(_ query: QuarantineQuery) async throws -> [QuarantineGroup] {
        try await entries.quarantineGroups(query)
    }

    func quarantineUse(owner: String?) async throws -> QuarantineUse { try await entries.quarantineUse(owner: owner) }

    func quarantineEntry(_ id: String) async throws -> QuarantineEntry? {
        try await entries.quarantineEntry(id).map(located)
    }

    func resolve(_ id: String, as state: QuarantineEntry.State, to run: String?) async throws -> Bool {
        try await entries.resolve(id, as: state, to: run)
    }

    func relocate(_ id: String, to file: KeptFile) async throws -> Bool {
        try await entries.relocate(id, to: file)
    }
}
