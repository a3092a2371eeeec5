public import Documents
public import Platform
internal import SQL

/// As `UploadStore`.
extension SQLDatabase {
    public func addUpload(_ upload: UploadRecord) async throws {
        try await write { try UploadTable(connection: $0).add(upload) }
    }

    public func upload(_ id: String, owner: String?) async throws -> UploadRecord? {
        try await read { try UploadTable(connection: $0).upload(id, owner: owner) }
    }

    public func uploads(
        _ query: UploadQuery, limit: Int, after cursor: String?
    ) async throws -> Page<UploadRecord> {
        let limit = Self.clamp(limit)
        let parts = [query.owner, query.state?.rawValue, query.isResumable.map { "\($0)" }]
        let scope = "uploads" + parts.map { $0.map { "=\($0.utf8.count):\($0)" } ?? "-" }.joined()
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            let found = try UploadTable(connection: connection)
                .uploads(query, limit: limit + 1, before: start ?? .max)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.upload), next: next)
        }
    }

    public func uploads(
        in state: UploadRecord.State, expiredBy time: Timestamp, limit: Int
    ) async throws -> [UploadRecord] {
        let limit = Self.clamp(limit)
        return try await read { try UploadTable(connection: $0).uploads(in: state, expiredBy: time, limit: limit) }
    }

    public func extendUpload(_ id: String, until time: Timestamp) async throws {
        try await write { try UploadTable(connection: $0).extend(id, until: time) }
    }

    public func completeUpload(_ id: String) async throws -> UploadRecord? {
        try await write { connection in
            let table = UploadTable(connection: connection)
            try table.complete(id)
            return try table.upload(id)
        }
    }

    public func giveUpload(_ id: String, to run: String) async throws -> UploadRecord? {
        try await write { connection in
            let table = UploadTable(connection: connection)
            try table.give(id, to: run)
            return try table.upload(id)
        }
    }

    public func endUpload(
        _ id: String, as state: UploadRecord.State, by run: String?, forgetAt: Timestamp
    ) async throws -> Bool {
        precondition(state == .ended || state == .expired, "an upload ends, or is given up")
        let now = now()
        return try await write {
            try UploadTable(connection: $0).end(id, as: state, by: run, at: now, forgetAt: forgetAt)
        }
    }

    public func forgetUploads(_ ids: [String]) async throws {
        if ids.isEmpty { return }
        try await write { connection in
            let table = UploadTable(connection: connection)
            for id in ids { try table.remove(id) }
        }
    }
}
