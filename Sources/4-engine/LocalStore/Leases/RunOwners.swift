internal import Pipelines
internal import Platform
internal import SQLite

/// Which run belongs to which worker, through any connection.
struct RunOwners {
    let connection: Connection

    /// The worker of runs that belong to nobody.
    static let nobody: Int64 = 0

    static let owned = "SELECT row FROM runs WHERE id = ? AND worker = ? AND status = 'running'"
    static let ofWorker = "SELECT id FROM runs WHERE worker = ? AND status = 'running' ORDER BY id LIMIT ?"
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

    func takeOver(_ run: String, by worker: Int64) throws {
        try connection.execute(
            """
            UPDATE runs SET worker = ?, crashes = crashes + iif(released, 0, 1), released = 0
            WHERE id = ? AND status = 'running'
            """, [worker, run])
    }

    func isUnfinished(_ run: String) throws -> Bool {
        try connection.first("SELECT 1 FROM runs WHERE id = ? AND status = 'running'", [run]) { _ in true } ?? false
    }

    /// - Returns: false when there is no such unfinished run.
    func seize(_ run: String, by worker: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE runs SET worker = ?, released = 0 WHERE id = ? AND status = 'running'", [worker, run]) > 0
    }

    func release(_ run: String, of worker: Int64) throws {
        try connection.execute(
            "UPDATE runs SET worker = 0, released = 1 WHERE id = ? AND worker = ? AND status = 'running'",
            [run, worker])
    }
}
