internal import Pipelines
internal import Platform
internal import SQL

/// Reads runs through any connection.
struct JournalReader {
    let connection: any SQLConnection

    private static let columns = """
        SELECT id, pipeline, definition, file, owner, inputs, started_at, key_timestamp, status, finished_at, duration,
            document, error_stage, error_kind, error_message, error_class, source_path, source_device, source_inode,
            source_size, source_modified, trigger, group_key, origin, origin_kind, attempt, crashes, batch,
            suspect, undo_due, undo_tries, ended_as
        FROM runs
        """
    private static let stageColumns = """
        SELECT position, item, id, uses, status, attempts, interruptions, started_at, retry_at, duration, intent,
            outputs, error_stage, error_kind, error_message, error_class, undo, undo_attempts, undo_message,
            undo_intent, reused
        """

    static let nextPipeline = "SELECT min(pipeline) FROM runs WHERE pipeline > ?"
    static let ids = "SELECT id FROM runs WHERE pipeline = ? AND status = ? AND id < ? ORDER BY id DESC LIMIT ?"
    static let ofOrigin = "SELECT id, pipeline, status, owner FROM runs WHERE origin = ? AND id < ? ORDER BY id DESC"
    static let ofBatch =
        "SELECT id, pipeline, owner FROM runs WHERE batch = ? AND status = ? AND id < ? ORDER BY id DESC LIMIT ?"
    static let allIDs = "SELECT id FROM runs WHERE id < ? ORDER BY id DESC LIMIT ?"

    /// Ids, newest first. `after` is an id, or nil for the first page.
    func ids(_ query: RunQuery, limit: Int, after id: String?) throws -> [String] {
        // Behind every ULID: they are written with digits and upper-case letters.
        let start = id ?? "~"
        if let origin = query.origin { return try ids(ofOrigin: origin, query, limit: limit, before: start) }
        if query.pipeline == nil, query.statuses.isEmpty, query.batch == nil, query.owner == nil {
            return try connection.rows(Self.allIDs, [start, limit]) { try $0.text(0) }
        }
        let statuses = query.statuses.isEmpty ? RunStatus.allCases : Array(Set(query.statuses))
        if let batch = query.batch {
            return try ids(ofBatch: batch, query, statuses: statuses, limit: limit, before: start)
        }
        if let owner = query.owner { return try ids(ofOwner: owner, query, limit: limit, before: start) }
        var ids: [String] = []
        for pipeline in try query.pipeline.map({ [$0] }) ?? pipelines() {
            for status in statuses {
                ids += try connection.rows(Self.ids, [pipeline, status.rawValue, start, limit]) { try $0.text(0) }
            }
        }
        return Array(ids.sorted(by: >).prefix(limit))
    }

    /// All of a batch are of one pipeline.
    private func ids(
        ofBatch batch: String, _ query: RunQuery, statuses: [RunStatus], limit: Int, before start: String
    ) throws -> [String] {
        var ids: [String] = []
        for status in statuses {
            let found = try connection.rows(Self.ofBatch, [batch, status.rawValue, start, limit]) {
                (id: try $0.text(0), pipeline: try $0.text(1), owner: try $0.text(2))
            }
            for run in found
            where (query.pipeline ?? run.pipeline) == run.pipeline && (query.owner ?? run.owner) == run.owner {
                ids.append(run.id)
            }
        }
        return Array(ids.sorted(by: >).prefix(limit))
    }

    /// Few runs go on from the same one.
    private func ids(ofOrigin origin: String, _ query: RunQuery, limit: Int, before start: String) throws -> [String] {
        let statuses = query.statuses.map(\.rawValue)
        let found = try connection.rows(Self.ofOrigin, [origin, start]) {
            (id: try $0.text(0), pipeline: try $0.text(1), status: try $0.text(2), owner: try $0.text(3))
        }
        let wanted = found.filter { run in
            (query.pipeline ?? run.pipeline) == run.pipeline && (query.owner ?? run.owner) == run.owner
                && (statuses.isEmpty || statuses.contains(run.status))
        }
        return wanted.prefix(limit).map(\.id)
    }

    /// Looks through the owner's runs until the page is full.
    private func ids(ofOwner owner: String, _ query: RunQuery, limit: Int, before start: String) throws -> [String] {
        var values: [any Bindable] = [owner, start]
        if let pipeline = query.pipeline { values.append(pipeline) }
        for status in query.statuses { values.append(status.rawValue) }
        return try connection.rows(Self.ofOwner(query), values + [limit]) { try $0.text(0) }
    }

    /// The plus signs keep SQLite from taking another index than the owner's, whose order is that of the list.
    static func ofOwner(_ query: RunQuery) -> String {
        var conditions = ["owner = ?", "id < ?"]
        if query.pipeline != nil { conditions.append("+pipeline = ?") }
        if !query.statuses.isEmpty {
            conditions.append("+status IN (\(query.statuses.map { _ in "?" }.joined(separator: ", ")))")
        }
        return "SELECT id FROM runs WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT ?"
    }

    /// One seek of the index for each, however many runs they have.
    private func pipelines() throws -> [String] {
        var names: [String] = []
        while let name = try connection.first(Self.nextPipeline, [names.last ?? ""], { try $0.textOrNil(0) }) ?? nil {
            names.append(name)
        }
        return names
    }

    func run(_ id: String) throws -> RunRecord? {
        try connection.first("\(Self.columns) WHERE id = ?", [id]) { row in
            RunRecord(
                id: try row.text(0), pipeline: try row.text(1), definition: try row.text(2),
                file: try row.textOrNil(3), source: try SourceIdentity.read(row, from: 16), owner: try row.text(4),
                inputs: try StoredRecord.read(row.text(5)), trigger: try StoredRecord.read(row.text(21)),
                group: try row.textOrNil(22), origin: try Self.origin(row, from: 23),
                batch: try row.textOrNil(27), attempt: Int(try row.integer(25)),
                startedAt: Timestamp(microseconds: try row.integer(6)),
                keyTimestamp: try row.integer(7), status: try StoredWord.read(row.text(8)),
                finishedAt: try row.integerOrNil(9).map(Timestamp.init(microseconds:)),
                durationMilliseconds: try row.realOrNil(10), document: try StoredRecord.read(row.text(11)),
                error: try RunFailure.read(row, from: 12), crashes: Int(try row.integer(26)),
                isSuspect: try row.boolean(28), debt: try Self.debt(row, from: 29))
        }
    }

    private static func debt(_ row: borrowing Row, from column: Int) throws -> UndoDebt? {
        guard let due = try row.integerOrNil(column) else { return nil }
        return UndoDebt(
            due: Timestamp(microseconds: due), tries: Int(try row.integer(column + 1)),
            endedAs: try row.textOrNil(column + 2).map { try StoredWord.read($0) })
    }

    private static func origin(_ row: borrowing Row, from column: Int) throws -> RunOrigin? {
        guard let run = try row.textOrNil(column) else { return nil }
        return RunOrigin(run: run, kind: try StoredWord.read(row.text(column + 1)))
    }

    static let items = """
        \(stageColumns) FROM stage_items WHERE run = ? AND position = ? AND item > ? ORDER BY item LIMIT ?
        """

    /// As wholes, by position.
    func stages(ofRun run: String) throws -> [StageRecord] {
        guard let row = try row(of: run) else { return [] }
        return try StageLog(connection: connection).stages(ofRun: row)
    }

    func items(ofRun run: String, position: Int, after item: Int?, limit: Int) throws -> [StageRecord] {
        guard let row = try row(of: run) else { return [] }
        return try connection.rows(Self.items, [row, position, item ?? -1, limit]) { try Self.stage($0) }
    }

    static let lastItem = "SELECT item FROM stage_items WHERE run = ? AND position = ? ORDER BY item DESC LIMIT 1"

    func lastItem(ofRun run: String, position: Int) throws -> Int? {
        guard let row = try row(of: run) else { return nil }
        return try connection.first(Self.lastItem, [row, position]) { Int(try $0.integer(0)) }
    }

    private func row(of run: String) throws -> Int64? {
        try connection.first("SELECT row FROM runs WHERE id = ?", [run]) { try $0.integer(0) }
    }

    private static func stage(_ row: borrowing Row) throws -> StageRecord {
        StageRecord(
            position: Int(try row.integer(0)), item: try item(row, 1), id: try row.text(2), uses: try row.text(3),
            status: try StoredWord.read(row.text(4)), attempts: Int(try row.integer(5)),
            interruptions: Int(try row.integer(6)), startedAt: Timestamp(microseconds: try row.integer(7)),
            retryAt: try row.integerOrNil(8).map(Timestamp.init(microseconds:)),
            durationMilliseconds: try row.realOrNil(9), intent: try row.textOrNil(10).map(StoredRecord.read),
            outputs: try StoredRecord.read(row.text(11)), error: try RunFailure.read(row, from: 12),
            undo: try StageUndo.read(row, from: 16), isReused: try row.boolean(20))
    }

    private static func item(_ row: borrowing Row, _ column: Int) throws -> Int? {
        let item = Int(try row.integer(column))
        return item < 0 ? nil : item
    }

    static let attempts = """
        SELECT position, item, number, status, started_at, duration, error_stage, error_kind, error_message,
            error_class
        FROM attempts WHERE run = ? ORDER BY position, item, number
        """

    func attempts(ofRun run: String) throws -> [AttemptRecord] {
        guard let row = try row(of: run) else { return [] }
        return try connection.rows(Self.attempts, [row]) { row in
            AttemptRecord(
                position: Int(try row.integer(0)), item: try Self.item(row, 1), number: Int(try row.integer(2)),
                status: try StoredWord.read(row.text(3)), startedAt: Timestamp(microseconds: try row.integer(4)),
                durationMilliseconds: try row.real(5), error: try RunFailure.read(row, from: 6))
        }
    }
}
