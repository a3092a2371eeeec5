public import Documents
internal import Pipelines
public import Platform
internal import SQL

/// What needs which objects, through any connection.
struct ObjectReferenceTable {
    let connection: any SQLConnection

    static let isOfVersion = "SELECT 1 FROM versions WHERE object_key = ?"
    static let digest = "SELECT sha256 FROM versions WHERE object_key = ? LIMIT 1"
    static let isRendition = "SELECT 1 FROM renditions WHERE key = ?"
    static let isQueued = "SELECT 1 FROM object_deletions WHERE object_key = ?"
    /// An intent or output is JSON, in which a key stands as it is: what `replace` changes has it. Few runs go on, and fewer
    /// owe something.
    static let isOfRun = """
        SELECT 1 FROM runs CROSS JOIN stage_log
        WHERE stage_log.run = runs.row AND \(isUnfinished)
            AND replace(stage_log.stages, ?1, '') <> stage_log.stages
        LIMIT 1
        """
    static let isOfElement = """
        SELECT 1 FROM runs CROSS JOIN stage_items
        WHERE stage_items.run = runs.row AND \(isUnfinished)
            AND (replace(stage_items.intent, ?1, '') <> stage_items.intent
                OR replace(stage_items.outputs, ?1, '') <> stage_items.outputs)
        LIMIT 1
        """
    private static let isUnfinished = """
        (runs.row IN (SELECT row FROM runs WHERE status = 'running' AND worker >= 0)
            OR runs.row IN (SELECT row FROM runs WHERE undo_due IS NOT NULL))
        """
    private static let unsuccessful =
        "SELECT row FROM runs WHERE id = ? AND status IN ('failed', 'rejected', 'cancelled')"
    static let versionObjects = "SELECT row, id, object_key, size FROM versions WHERE row > ? ORDER BY row LIMIT ?"
    static let newestRecord = """
        SELECT max(at) FROM (
            SELECT (SELECT started_at FROM runs ORDER BY row DESC LIMIT 1) AS at
            UNION ALL SELECT (SELECT max(finished_at) FROM runs WHERE finished_at IS NOT NULL)
            UNION ALL SELECT (SELECT created_at FROM versions ORDER BY row DESC LIMIT 1)
            UNION ALL SELECT (SELECT created_at FROM uploads ORDER BY row DESC LIMIT 1)
            UNION ALL SELECT (SELECT max(at) FROM audit)) AS newest
        """
    static let leftBehind = """
        SELECT versions.row, versions.id, versions.run, runs.row FROM versions CROSS JOIN runs
        WHERE versions.row > ? AND runs.id = versions.run AND runs.status IN ('failed', 'rejected', 'cancelled')
            AND runs.undo_due IS NULL
            AND NOT EXISTS (
                SELECT 1 FROM runs AS later
                WHERE later.version = versions.id AND later.status IN ('running', 'succeeded'))
        ORDER BY versions.row LIMIT ?
        """

    func unneeded(_ keys: [String]) throws -> [String] {
        try keys.filter { key in
            for question in [Self.isOfVersion, Self.isRendition, Self.isQueued, Self.isOfRun, Self.isOfElement] {
                if try connection.first(question, [key], { _ in true }) ?? false { return false }
            }
            return true
        }
    }

    func digests(of keys: [String]) throws -> [String: String] {
        var digests: [String: String] = [:]
        for key in keys { digests[key] = try connection.first(Self.digest, [key]) { try $0.text(0) } }
        return digests
    }

    func isKnown(version id: String) throws -> Bool {
        try connection.first("SELECT 1 FROM versions WHERE id = ?", [id]) { _ in true } ?? false
    }

    /// - Returns: how many were queued.
    func queueUnneeded(_ keys: [String], at now: Timestamp) throws -> Int {
        let keys = try unneeded(keys)
        for key in keys {
            try connection.execute(
                "INSERT INTO object_deletions (object_key, queued_at) VALUES (?, ?)", [key, now.microseconds])
        }
        return keys.count
    }

    func newestRecord() throws -> Timestamp? {
        try connection.first(Self.newestRecord) { try $0.integerOrNil(0) }?.map(Timestamp.init(microseconds:))
    }

    func versionObjects(after row: Int64, limit: Int) throws -> [VersionObject] {
        try connection.rows(Self.versionObjects, [row, limit]) {
            VersionObject(
                row: try $0.integer(0), id: try $0.text(1), key: try $0.text(2), size: try $0.integer(3))
        }
    }

    func leftBehind(limit: Int) throws -> [LeftBehindVersion] {
        var left: [LeftBehindVersion] = []
        var last: Int64 = 0
        while left.count < limit {
            let page = try connection.rows(Self.leftBehind, [last, limit]) {
                (
                    row: try $0.integer(0), version: LeftBehindVersion(id: try $0.text(1), run: try $0.text(2)),
                    run: try $0.integer(3)
                )
            }
            for (_, version, run) in page where try !isMeantToStay(version, ofRun: run) { left.append(version) }
            guard let end = page.last, page.count == limit else { break }
            last = end.row
        }
        return Array(left.prefix(limit))
    }

    /// Whether the stage that made it is irreversible, or the pipeline's own `undo` has left it where it is.
    private func isMeantToStay(_ version: LeftBehindVersion, ofRun row: Int64) throws -> Bool {
        try StageLog(connection: connection).stages(ofRun: row).contains { stage in
            guard stage.outputs[Fact.id.name]?.string == version.id, stage.outputs[Fact.version.name] != nil
            else { return false }
            return stage.undo?.status == .irreversible || stage.undo?.status == .undone
        }
    }

    /// - Returns: whether the run has ended and owed nothing.
    func oweAgain(_ run: String, at now: Timestamp) throws -> Bool {
        // What had failed for good is tried once more, since a person asks for it.
        if let row = try connection.first(Self.unsuccessful, [run], { try $0.integer(0) }) {
            let log = StageLog(connection: connection)
            var failed = try log.stages(ofRun: row).filter { $0.undo?.status == .failed }
            for index in failed.indices { failed[index].undo?.status = .running }
            try log.append(failed, toRun: row)
            try connection.execute(
                "UPDATE stage_items SET undo = 'running' WHERE undo = 'failed' AND run = ?", [row])
        }
        return try connection.execute(
            """
            UPDATE runs SET undo_due = ?, undo_tries = 0
            WHERE id = ? AND status IN ('failed', 'rejected', 'cancelled') AND undo_due IS NULL
            """, [now.microseconds, run]) > 0
    }
}

/// As `ObjectReferences`.
extension SQLDatabase {
    public func unneeded(_ keys: [String]) async throws -> [String] {
        try await read { try ObjectReferenceTable(connection: $0).unneeded(keys) }
    }

    public func digests(of keys: [String]) async throws -> [String: String] {
        try await read { try ObjectReferenceTable(connection: $0).digests(of: keys) }
    }

    public func isKnown(version id: String) async throws -> Bool {
        try await read { try ObjectReferenceTable(connection: $0).isKnown(version: id) }
    }

    public func queueUnneeded(_ keys: [String]) async throws -> Int {
        let now = now()
        return try await write { try ObjectReferenceTable(connection: $0).queueUnneeded(keys, at: now) }
    }

    public func newestRecord() async throws -> Timestamp? {
        try await read { try ObjectReferenceTable(connection: $0).newestRecord() }
    }

    public func versionObjects(after row: Int64, limit: Int) async throws -> [VersionObject] {
        try await read { try ObjectReferenceTable(connection: $0).versionObjects(after: row, limit: limit) }
    }

    public func renditions(after key: String, limit: Int) async throws -> [Rendition] {
        try await read { try MediaTable(connection: $0).renditions(after: key, limit: limit) }
    }

    public func leftBehind(limit: Int) async throws -> [LeftBehindVersion] {
        try await read { try ObjectReferenceTable(connection: $0).leftBehind(limit: limit) }
    }

    public func oweAgain(_ runs: [String]) async throws -> Int {
        let now = now()
        return try await write { connection in
            let table = ObjectReferenceTable(connection: connection)
            return try runs.count(where: { try table.oweAgain($0, at: now) })
        }
    }
}
