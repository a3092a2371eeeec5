public import Documents
public import Pipelines
internal import Platform
internal import SQL

/// As `Quarantine`.
extension SQLDatabase {
    public func quarantined(
        _ query: QuarantineQuery, limit: Int, after cursor: String?
    ) async throws -> Page<QuarantineEntry> {
        let limit = Self.clamp(limit)
        let parts = [query.state?.rawValue, query.pipeline, query.stage, query.kind, query.run]
        let scope = "quarantine" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title }
        return try await read { connection in
            let found = try QuarantineTable(connection: connection).entries(query, limit: limit + 1, after: start)
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func quarantineGroups(_ query: QuarantineQuery) async throws -> [QuarantineGroup] {
        try await read { try QuarantineTable(connection: $0).groups(query) }
    }

    public func quarantineEntry(_ id: String) async throws -> QuarantineEntry? {
        try await read { try QuarantineTable(connection: $0).entry(id) }
    }

    public func resolve(_ id: String, as state: QuarantineEntry.State, to run: String?) async throws -> Bool {
        precondition(state != .held, "a file is released or discarded")
        let now = now()
        return try await write { try QuarantineTable(connection: $0).resolve(id, as: state, to: run, at: now) }
    }

    public func relocate(_ id: String, to file: KeptFile) async throws -> Bool {
        try await write { try QuarantineTable(connection: $0).relocate(id, to: file) }
    }
}
