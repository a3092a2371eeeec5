public import Documents
public import Pipelines
internal import Platform
internal import SQLite

extension LocalStore: Journal {
    public func pin(definition hash: String, pipeline: String, source: String) async throws {
        let now = now()
        try await write { connection in
            try connection.execute(
                """
                INSERT INTO definitions (hash, pipeline, source, pinned_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (hash) DO NOTHING
                """, [hash, pipeline, source, now.microseconds])
        }
    }

    public func definition(_ hash: String) async throws -> String? {
        try await read { connection in
            try connection.first("SELECT source FROM definitions WHERE hash = ?", [hash]) { try $0.text(0) }
        }
    }

    public func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?
    ) async throws -> Admission {
        try await write(durable: false) { try JournalWriter(connection: $0).put(run) }
        return .started
    }

    public func items(
        ofRun run: String, position: Int, after item: Int?, limit: Int
    ) async throws -> [StageRecord] { [] }

    public func commit(_ entries: [JournalEntry]) async throws {
        try await translating {
            try await writer.write(key: entries.first?.run ?? "") { try JournalWriter(connection: $0).add(entries) }
        }
    }

    public func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result {
        let now = now
        return try await translating {
            try await writer.write(durable: false, resultKey: \.run) { connection in
                let result = try body(StoreTransaction(connection: connection, now: now()))
                let added = entries(result)
                try JournalWriter(connection: connection).add(added)
                return Recorded(result: result, run: added.first?.run)
            }.result
        }
    }

    private struct Recorded<Result: Sendable>: Sendable {
        let result: Result
        let run: String?
    }

    /// See `Journal.runs`; what is recorded and not yet committed is not among them.
    public func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord> {
        let limit = Self.clamp(limit)
        let statuses = Set(query.statuses).map(\.rawValue).sorted().joined(separator: ",")
        let scope = "runs\u{0}\(query.pipeline ?? "")\u{0}\(statuses)"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title }
        return try await read { connection in
            let reader = JournalReader(connection: connection)
            let ids = try reader.ids(query, limit: limit + 1, after: start)
            let next = ids.count > limit ? ListCursor(row: 0, title: ids[limit - 1]).text(scope: scope) : nil
            return Page(items: try ids.prefix(limit).compactMap { try reader.run($0) }, next: next)
        }
    }

    public func run(_ id: String) async throws -> RunDetail? {
        try await read { connection in
            let reader = JournalReader(connection: connection)
            guard let run = try reader.run(id) else { return nil }
            return RunDetail(
                run: run, stages: try reader.stages(ofRun: id), attempts: try reader.attempts(ofRun: id),
                notifications: try OutboxTable(connection: connection).notifications(ofRun: id))
        }
    }
}

/// What a transactional stage writes, on the writer's thread.
struct StoreTransaction: StageTransaction {
    let connection: Connection
    let now: Timestamp

    var catalog: any CatalogTransaction { CatalogWriter(connection: connection, now: now) }

    func enqueue(_ notification: Notification) throws {
        try OutboxTable(connection: connection).add(notification)
    }

    func withdraw(_ id: String) throws {
        try OutboxTable(connection: connection).withdraw(id)
    }
}
