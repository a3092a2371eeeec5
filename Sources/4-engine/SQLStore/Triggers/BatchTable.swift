internal import Documents
internal import Pipelines
internal import Platform
internal import SQL
internal import Synchronization

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

/// The batches that this process works on.
final class BatchClaims: Sendable {
    private let liveness: any Liveness
    private let held = Mutex<Set<String>>([])

    init(_ liveness: any Liveness) {
        self.liveness = liveness
    }

    /// - Returns: false when somebody works on it, in this process or in another one.
    func take(_ id: String) throws -> Bool {
        try held.withLock { held in
            if held.contains(id) { return false }
            guard try liveness.take(.batch(id)) else { return false }
            held.insert(id)
            return true
        }
    }

    func giveUp(_ id: String) throws {
        try held.withLock { held in
            if held.remove(id) != nil { try liveness.giveUp(.batch(id)) }
        }
    }
}

/// Removes what is known of slots that ended long ago. The newest slot of each schedule stays, so that a list still
/// tells when a rare one fired last, and so does what is claimed.
struct SlotPruning {
    let connection: any SQLConnection

    /// Looked for at a time; more than a schedule of every second leaves in an hour.
    static let batch = 5_000

    static let found = """
        SELECT row FROM schedule_slots WHERE state <> 'claimed' AND decided_at < ?1
            AND EXISTS (
                SELECT 1 FROM schedule_slots AS newer WHERE newer.pipeline = schedule_slots.pipeline
                    AND newer.schedule = schedule_slots.schedule AND newer.at > schedule_slots.at)
        ORDER BY decided_at LIMIT ?2
        """

    func rows(decidedBefore before: Timestamp) throws -> [Int64] {
        try connection.rows(Self.found, [before.microseconds, Self.batch]) { try $0.integer(0) }
    }

    /// - Parameter goesOn: asked before each but the first.
    /// - Returns: how many were removed; as a result 0, for they do not count as runs.
    func remove(_ rows: ArraySlice<Int64>, while goesOn: () -> Bool) throws -> (taken: Int, result: Int) {
        var taken = 0
        for row in rows {
            if taken > 0, !goesOn() { break }
            taken += 1
            try connection.execute("DELETE FROM schedule_slots WHERE row = ?", [row])
        }
        return (taken, 0)
    }
}
