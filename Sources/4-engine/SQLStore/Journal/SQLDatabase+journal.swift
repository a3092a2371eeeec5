public import Documents
public import Pipelines
internal import Platform
internal import SQL

/// As `Journal`.
extension SQLDatabase {
    public func pin(definition hash: String, pipeline: String, source: String) async throws {
        let (now, definition) = (
            now(), PinnedDefinitions.Definition(hash: hash, pipeline: pipeline, source: source)
        )
        try await write { try DefinitionTable(connection: $0).add(definition, at: now) }
        process.pinned.add(definition)
    }

    public func definition(_ hash: String) async throws -> String? {
        try await read { try DefinitionTable(connection: $0).source(of: hash) }
    }

    public func start(
        _ run: RunRecord, stages: [StageRecord], limit: Int?, key: String?, passing passed: Set<String>
    ) async throws -> Admission {
        let (worker, now) = (process.worker, now())
        let definition = process.pinned[run.definition]
        return try await write(durable: false) { connection in
            if let batch = run.batch, try BatchTable(connection: connection).isCancelled(batch) {
                return .batchCancelled
            }
            let admission = RunAdmission(connection: connection)
            if let refusal = try admission.refusal(of: run, limit: limit, key: key, passing: passed) { return refusal }
            try DefinitionTable(connection: connection).restore(definition, at: now)
            let number = try worker.join(connection)
            try JournalWriter(connection: connection, worker: number).start(run, stages: stages, key: key)
            return .started
        }
    }

    public func commit(_ entries: [JournalEntry]) async throws {
        let worker = process.worker
        try await write { try JournalWriter(connection: $0, worker: worker.number).add(entries) }
    }

    public func transact<Result: Sendable>(
        durable: Bool, _ body: @escaping @Sendable (any StageTransaction) throws -> Result,
        recording entries: @escaping @Sendable (Result) -> [JournalEntry]
    ) async throws -> Result {
        let worker = process.worker
        return try await write(durable: durable) { connection in
            let result = try changeCatalog(connection) {
                try body(StoreTransaction(connection: connection, writer: $0))
            }
            try JournalWriter(connection: connection, worker: worker.number).add(entries(result))
            return result
        }
    }

    public func runs(_ query: RunQuery, limit: Int, after cursor: String?) async throws -> Page<RunRecord> {
        let limit = Self.clamp(limit)
        let statuses = Set(query.statuses).map(\.rawValue).sorted().joined(separator: ",")
        let scope =
            "runs\u{0}\(query.pipeline ?? "")\u{0}\(statuses)\u{0}\(query.origin ?? "")\u{0}\(query.batch ?? "")"
            + (query.owner.map { "\u{0}\($0)" } ?? "")
        let start = query.asked.newest(after: try cursor.map { try ListCursor(text: $0, scope: scope).title })
        return try await read { connection in
            let reader = JournalReader(connection: connection)
            let ids = query.asked.part(of: try reader.ids(query, limit: limit + 1, after: start))
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

    public func lastItem(ofRun run: String, position: Int) async throws -> Int? {
        try await read { try JournalReader(connection: $0).lastItem(ofRun: run, position: position) }
    }

    /// As `DuplicateLookup`.
    public func duplicate(of key: String, for pipeline: String, passing passed: Set<String>) async throws -> String? {
        try await read { try RunAdmission(connection: $0).duplicate(of: key, for: pipeline, passing: passed) }
    }
}
