internal import Pipelines
internal import Platform
internal import SQLite

/// Reads runs through any connection.
struct JournalReader {
    let connection: Connection

    private static let columns = """
        SELECT id, pipeline, definition, file, owner, inputs, started_at, key_timestamp, status, finished_at, duration,
            document, error_stage, error_kind, error_message FROM runs
        """

    static let nextPipeline = "SELECT min(pipeline) FROM runs WHERE pipeline > ?"
    static let ids = "SELECT id FROM runs WHERE pipeline = ? AND status = ? AND id < ? ORDER BY id DESC LIMIT ?"
    static let allIDs = "SELECT id FROM runs WHERE id < ? ORDER BY id DESC LIMIT ?"

    /// Ids, newest first. `after` is an id, or nil for the first page.
    func ids(_ query: RunQuery, limit: Int, after id: String?) throws -> [String] {
        // Behind every ULID: they are written with digits and upper-case letters.
        let start = id ?? "~"
        if query.pipeline == nil, query.statuses.isEmpty {
            return try connection.rows(Self.allIDs, [start, limit]) { try $0.text(0) }
        }
        let statuses = query.statuses.isEmpty ? RunStatus.allCases : Array(Set(query.statuses))
        var ids: [String] = []
        for pipeline in try query.pipeline.map({ [$0] }) ?? pipelines() {
            for status in statuses {
                ids += try connection.rows(Self.ids, [pipeline, status.rawValue, start, limit]) { try $0.text(0) }
            }
        }
        return Array(ids.sorted(by: >).prefix(limit))
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
                file: try row.textOrNil(3), owner: try row.text(4), inputs: try StoredRecord.read(row.text(5)),
                startedAt: Timestamp(microseconds: try row.integer(6)), keyTimestamp: try row.integer(7),
                status: try Self.known(row.text(8)),
                finishedAt: try row.integerOrNil(9).map(Timestamp.init(microseconds:)),
                durationMilliseconds: try row.realOrNil(10), document: try StoredRecord.read(row.text(11)),
                error: try RunFailure.read(row, from: 12))
        }
    }

    func stages(ofRun run: String) throws -> [StageRecord] {
        try connection.rows(
            """
            SELECT position, id, uses, status, attempts, started_at, duration, intent, outputs, error_stage, error_kind,
                error_message, undo, undo_message
            FROM stages WHERE run = ? ORDER BY position
            """, [run]
        ) { row in
            let undo: StageUndo? =
                switch try row.textOrNil(12) {
                case nil: nil
                case "undone": StageUndo(.undone, attempts: 1)
                default: StageUndo(.failed, attempts: 1, message: try row.textOrNil(13))
                }
            return StageRecord(
                position: Int(try row.integer(0)), id: try row.text(1), uses: try row.text(2),
                status: try Self.known(row.text(3)), attempts: Int(try row.integer(4)),
                startedAt: Timestamp(microseconds: try row.integer(5)), durationMilliseconds: try row.realOrNil(6),
                intent: try row.textOrNil(7).map(StoredRecord.read), outputs: try StoredRecord.read(row.text(8)),
                error: try RunFailure.read(row, from: 9), undo: undo)
        }
    }

    func attempts(ofRun run: String) throws -> [AttemptRecord] {
        try connection.rows(
            """
            SELECT position, number, status, started_at, duration, error_stage, error_kind, error_message
            FROM attempts WHERE run = ? ORDER BY position, number
            """, [run]
        ) { row in
            AttemptRecord(
                position: Int(try row.integer(0)), number: Int(try row.integer(1)), status: try Self.known(row.text(2)),
                startedAt: Timestamp(microseconds: try row.integer(3)), durationMilliseconds: try row.real(4),
                error: try RunFailure.read(row, from: 5))
        }
    }

    private static func known<Status: RawRepresentable<String>>(_ text: String) throws -> Status {
        guard let status = Status(rawValue: text) else {
            throw SQLiteError(
                .mismatch, operation: "read the journal", message: "`\(text)` is no status that this program knows")
        }
        return status
    }
}
