internal import Documents
internal import Pipelines
internal import Platform
internal import SQL

/// Reads and writes batches through any connection.
struct BatchTable {
    let connection: any SQLConnection

    private static let columns = """
        SELECT id, pipeline, definition, inputs, trigger, started_at, cursor, items, status, finished_at, error_stage,
            error_kind, error_message, error_class
        FROM batches
        """
    static let one = "\(columns) WHERE id = ?"
    static let all = "\(columns) WHERE id < ? ORDER BY id DESC LIMIT ?"
    static let ofPipeline = "\(columns) WHERE pipeline = ? AND id < ? ORDER BY id DESC LIMIT ?"
    static let unfinished = "\(columns) WHERE status = 'running' ORDER BY id"
    static let isCancelled = "SELECT 1 FROM batches WHERE id = ? AND status = 'cancelled'"
    static let unfinishedRuns = "SELECT id FROM runs WHERE batch = ? AND status = 'running' ORDER BY id"
    static let counts = "SELECT status, count(*) FROM runs WHERE batch = ? GROUP BY status"

    func put(_ batch: BatchRecord) throws {
        try connection.execute(
            """
            INSERT INTO batches (
                id, pipeline, definition, inputs, trigger, started_at, cursor, items, status, finished_at, error_stage,
                error_kind, error_message, error_class)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor, items = excluded.items, status = excluded.status,
                finished_at = excluded.finished_at, error_stage = excluded.error_stage,
                error_kind = excluded.error_kind, error_message = excluded.error_message,
                error_class = excluded.error_class
            WHERE batches.status <> 'cancelled'
            """,
            [
                batch.id, batch.pipeline, batch.definition, StoredRecord.text(batch.inputs),
                StoredRecord.text(batch.trigger), batch.startedAt.microseconds, batch.cursor, batch.items,
                batch.status.rawValue, batch.finishedAt?.microseconds,
            ] + RunFailure.columns(batch.error))
    }

    /// Ends an unfinished batch as cancelled, and wants its runs cancelled.
    ///
    /// - Returns: those that are not finished.
    func cancel(_ id: String, at now: Timestamp) throws -> [String] {
        try connection.execute(
            """
            UPDATE batches SET status = 'cancelled', finished_at = ?1,
                items = CASE WHEN items < (SELECT count(*) FROM runs WHERE batch = ?2)
                    THEN (SELECT count(*) FROM runs WHERE batch = ?2) ELSE items END
            WHERE id = ?2 AND status = 'running'
            """, [now.microseconds, id])
        try connection.execute(
            "UPDATE runs SET cancel_requested = 1 WHERE batch = ? AND status = 'running'", [id])
        return try connection.rows(Self.unfinishedRuns, [id]) { try $0.text(0) }
    }

    func isCancelled(_ id: String) throws -> Bool {
        try connection.first(Self.isCancelled, [id]) { _ in true } ?? false
    }

    func batch(_ id: String) throws -> BatchRecord? {
        try connection.first(Self.one, [id]) { try Self.read($0) }
    }

    func unfinished() throws -> [BatchRecord] {
        try connection.rows(Self.unfinished) { try Self.read($0) }
    }

    /// - Parameter id: those before it; nil: the newest.
    func batches(ofPipeline pipeline: String?, limit: Int, before id: String?) throws -> [BatchRecord] {
        // Behind every ULID: they are written with digits and upper-case letters.
        let start = id ?? "~"
        guard let pipeline else { return try connection.rows(Self.all, [start, limit]) { try Self.read($0) } }
        return try connection.rows(Self.ofPipeline, [pipeline, start, limit]) { try Self.read($0) }
    }

    func counts(of id: String) throws -> [RunStatus: Int] {
        var counts: [RunStatus: Int] = [:]
        try connection.forEach(Self.counts, [id]) { row in
            counts[try StoredWord.read(row.text(0))] = Int(try row.integer(1))
        }
        return counts
    }

    private static func read(_ row: borrowing Row) throws -> BatchRecord {
        BatchRecord(
            id: try row.text(0), pipeline: try row.text(1), definition: try row.text(2),
            inputs: try StoredRecord.read(row.text(3)), trigger: try StoredRecord.read(row.text(4)),
            startedAt: Timestamp(microseconds: try row.integer(5)), cursor: try row.textOrNil(6),
            items: Int(try row.integer(7)), status: try StoredWord.read(row.text(8)),
            finishedAt: try row.integerOrNil(9).map(Timestamp.init(microseconds:)),
            error: try RunFailure.read(row, from: 10))
    }
}
