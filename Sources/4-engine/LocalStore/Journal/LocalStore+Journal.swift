public import Documents
public import Pipelines
internal import Platform
internal import SQLite

extension LocalStore: Journal {
    public func pin(definition hash: String, pipeline: String, source: String) async throws {
        let (now, definition) = (
            now(), PinnedDefinitions.Definition(hash: hash, pipeline: pipeline, source: source)
        )
        try await write { try Self.pin(definition, at: now, $0) }
        pinned.add(definition)
    }

    static func pin(
        _ definition: PinnedDefinitions.Definition, at now: Timestamp, _ connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO definitions (hash, pipeline, source, pinned_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO NOTHING
            """, [definition.hash, definition.pipeline, definition.source, now.microseconds])
    }

    public func definition(_ hash: String) async throws -> String? {
        try await read { connection in
            try connection.first("SELECT source FROM definitions WHERE hash = ?", [hash]) { try $0.text(0) }
        }
    }

    public func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?, passing passed: Set<String>
    ) async throws -> Admission {
        let (worker, now, end) = (worker, now(), endOfLease)
        let definition = pinned[run.definition]
        return try await write(durable: false) { connection in
            if let batch = run.batch, try BatchTable(connection: connection).isCancelled(batch) {
                return .batchCancelled
            }
            let admission = RunAdmission(connection: connection)
            if let refusal = try admission.refusal(of: run, limit: limit, key: key, passing: passed) { return refusal }
            if let definition, try !Self.isPinned(definition.hash, connection) {
                try Self.pin(definition, at: now, connection)
            }
            let number = try worker.join(connection, until: end)
            try JournalWriter(connection: connection, worker: number).start(run, stages: stages, key: key)
            return .started
        }
    }

    static func isPinned(_ hash: String, _ connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM definitions WHERE hash = ?", [hash]) { _ in true } ?? false
    }

    public func commit(_ entries: [JournalEntry]) async throws {
        let worker = worker
        try await write { try JournalWriter(connection: $0, worker: worker.number).add(entries) }
    }

    public func transact<Result: Sendable>(
        _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result {
        let (worker, now) = (worker, now)
        return try await write(durable: false) { connection in
            let result = try body(StoreTransaction(connection: connection, now: now()))
            try JournalWriter(connection: connection, worker: worker.number).add(entries(result))
            return result
        }
    }

    public func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord> {
        let limit = Self.clamp(limit)
        let statuses = Set(query.statuses).map(\.rawValue).sorted().joined(separator: ",")
        let scope =
            "runs\u{0}\(query.pipeline ?? "")\u{0}\(statuses)\u{0}\(query.origin ?? "")\u{0}\(query.batch ?? "")"
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

    public func items(
        ofRun run: String, position: Int, after item: Int?, limit: Int
    ) async throws -> [StageRecord] {
        let limit = Self.clamp(limit)
        return try await read {
            try JournalReader(connection: $0).items(ofRun: run, position: position, after: item, limit: limit)
        }
    }
}
