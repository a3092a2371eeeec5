internal import Pipelines
internal import Platform
internal import SQL

/// Which run belongs to which worker, through any connection.
struct RunOwners {
    let connection: any SQLConnection

    /// The worker of runs that belong to nobody.
    static let nobody: Int64 = 0

    static let owned = "SELECT row FROM runs WHERE id = ? AND worker = ? AND status = 'running'"
    static let ofWorker = "SELECT id FROM runs WHERE worker = ? AND status = 'running' ORDER BY id LIMIT ?"
    /// Those that killed nobody come first, so that they need not wait for the others' deaths.
    static let ofNobody = """
        SELECT id FROM runs WHERE worker = \(nobody) AND status = 'running' ORDER BY crashes, id LIMIT ?
        """
    static let cancelled = """
        SELECT id FROM runs WHERE worker = ? AND status = 'running' AND cancel_requested = 1 ORDER BY id
        """
    static let anyOfWorker = "SELECT 1 FROM runs WHERE worker = ? AND status = 'running' LIMIT 1"
    static let unfinished = "SELECT count(*) FROM runs WHERE status = 'running' AND worker >= 0"

    /// The run's row, if it is this worker's to write.
    ///
    /// - Throws: `FencedError` when it is somebody else's, or has ended.
    func row(of run: String, ownedBy worker: Int64?) throws -> Int64 {
        let row = try connection.first(Self.owned, [run, worker ?? -1]) { try $0.integer(0) }
        guard let row else { throw FencedError(run: run) }
        return row
    }

    /// Oldest first.
    func runs(of worker: Int64, limit: Int) throws -> [String] {
        try connection.rows(Self.ofWorker, [worker, limit]) { try $0.text(0) }
    }

    func hasRuns(_ worker: Int64) throws -> Bool {
        try connection.first(Self.anyOfWorker, [worker]) { _ in true } ?? false
    }

    func cancelled(of worker: Int64) throws -> [String] {
        try connection.rows(Self.cancelled, [worker]) { try $0.text(0) }
    }

    /// Makes the runs of a worker that is gone nobody's, and says which of them it may have died of.
    ///
    /// - Parameter trial: the run that it worked on and on no other; nil: there was none such.
    func bury(_ worker: Int64, trial: String?) throws {
        try connection.execute(
            "\(Self.endingAgain) WHERE worker = ? AND status = 'running' AND ended_as IS NOT NULL", [worker])
        let going = trial == nil ? try runs(of: worker, limit: 2) : []
        let guilty = trial ?? (going.count == 1 ? going[0] : nil)
        try connection.execute(
            """
            UPDATE runs SET worker = \(Self.nobody), released = 1,
                crashes = crashes + CASE WHEN id = ?1 THEN 1 ELSE 0 END,
                suspect = CASE WHEN ?1 IS NULL OR id = ?1 THEN 1 ELSE suspect END
            WHERE worker = ?2 AND status = 'running'
            """, [guilty, worker])
    }

    /// A run that was taking something back is as it had ended.
    private static let endingAgain = "UPDATE runs SET status = ended_as, ended_as = NULL"
    static let owing = """
        SELECT id, undo_tries FROM runs WHERE undo_due < ? AND status <> 'running' ORDER BY undo_due, id LIMIT ?
        """
    static let debts = "SELECT count(*) FROM runs WHERE undo_due IS NOT NULL"

    /// - Returns: the run whose debt was taken over.
    func takeDebt(dueBy time: Timestamp?, at now: Timestamp, except runs: Set<String>, by worker: Int64) throws
        -> String?
    {
        let found = try connection.rows(Self.owing, [time?.microseconds ?? .max, runs.count + 1]) {
            (id: try $0.text(0), tries: Int(try $0.integer(1)))
        }
        guard let next = found.first(where: { !runs.contains($0.id) }) else { return nil }
        let tries = next.tries + 1
        try connection.execute(
            """
            UPDATE runs SET ended_as = status, status = 'running', worker = ?, released = 0, suspect = 1,
                cancel_requested = 0, undo_tries = ?, undo_due = ?
            WHERE id = ?
            """, [worker, tries, now.advanced(by: UndoDebt.wait(afterTries: tries)).microseconds, next.id])
        return next.id
    }

    /// What nobody works on.
    func ofNobody(limit: Int) throws -> [String] {
        try connection.rows(Self.ofNobody, [limit]) { try $0.text(0) }
    }

    func takeOver(_ run: String, by worker: Int64) throws {
        try connection.execute(
            "UPDATE runs SET worker = ?, released = 0 WHERE id = ? AND status = 'running'", [worker, run])
    }

    func isUnfinished(_ run: String) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM runs WHERE id = ? AND status = 'running' AND ended_as IS NULL", [run]
        ) { _ in true } ?? false
    }

    /// - Returns: false when there is no such unfinished run.
    func seize(_ run: String, by worker: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE runs SET worker = ?, released = 0 WHERE id = ? AND status = 'running'", [worker, run]) > 0
    }

    func release(_ run: String, of worker: Int64) throws {
        try connection.execute(
            "\(Self.endingAgain) WHERE id = ? AND worker = ? AND status = 'running' AND ended_as IS NOT NULL",
            [run, worker])
        try connection.execute(
            "UPDATE runs SET worker = 0, released = 1 WHERE id = ? AND worker = ? AND status = 'running'",
            [run, worker])
    }
}
