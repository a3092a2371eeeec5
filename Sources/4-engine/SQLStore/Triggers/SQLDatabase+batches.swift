public import Documents
public import Pipelines
internal import Platform
internal import SQL

/// As `BatchJournal`.
extension SQLDatabase {
    public func put(_ batch: BatchRecord) async throws {
        let definition = process.pinned[batch.definition]
        let now = now()
        try await write { connection in
            // The definition may have been pruned since it was pinned.
            if batch.status == .running { try DefinitionTable(connection: connection).restore(definition, at: now) }
            try BatchTable(connection: connection).put(batch)
        }
    }

    public func cancelBatch(_ id: String) async throws -> BatchCancellation {
        let now = now()
        return try await write { connection in
            let table = BatchTable(connection: connection)
            guard let batch = try table.batch(id) else { return .unknown }
            guard batch.status == .running else { return .finished(batch.status) }
            return .cancelled(runs: try table.cancel(id, at: now))
        }
    }

    public func claim(_ id: String) async throws -> Bool { try process.claims.take(id) }

    public func disclaim(_ id: String) async throws { try process.claims.giveUp(id) }

    public func batch(_ id: String) async throws -> BatchRecord? {
        try await read { try BatchTable(connection: $0).batch(id) }
    }

    public func batches(
        ofPipeline pipeline: String?, limit: Int, after cursor: String?
    ) async throws -> Page<BatchRecord> {
        let limit = Self.clamp(limit)
        let scope = "batches\u{0}\(pipeline ?? "")"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title }
        return try await read { connection in
            let found = try BatchTable(connection: connection)
                .batches(ofPipeline: pipeline, limit: limit + 1, before: start)
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func unfinishedBatches() async throws -> [BatchRecord] {
        try await read { try BatchTable(connection: $0).unfinished() }
    }

    public func counts(ofBatch id: String) async throws -> [RunStatus: Int] {
        try await read { try BatchTable(connection: $0).counts(of: id) }
    }
}
