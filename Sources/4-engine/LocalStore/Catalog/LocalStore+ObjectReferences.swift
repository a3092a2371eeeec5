public import Documents
internal import Platform
internal import SQLite

extension LocalStore: ObjectReferences {
    static let isOfVersion = "SELECT 1 FROM versions WHERE object_key = ?"
    static let isQueued = "SELECT 1 FROM object_deletions WHERE object_key = ?"
    /// An intent or output is JSON, in which a key stands as it is. Few runs go on, and fewer owe something.
    static let isOfRun = """
        SELECT 1 FROM runs CROSS JOIN stages ON stages.run = runs.row
        WHERE (runs.row IN (SELECT row FROM runs WHERE status = 'running' AND worker >= 0)
                OR runs.row IN (SELECT row FROM runs WHERE undo_due IS NOT NULL))
            AND (instr(stages.intent, ?1) OR instr(stages.outputs, ?1))
        LIMIT 1
        """
    static let versionObjects = "SELECT row, id, object_key, size FROM versions WHERE row > ? ORDER BY row LIMIT ?"
    static let leftBehind = """
        SELECT versions.id, versions.run FROM versions CROSS JOIN runs ON runs.id = versions.run
        WHERE runs.status IN ('failed', 'rejected', 'cancelled') AND runs.undo_due IS NULL
            AND NOT EXISTS (
                SELECT 1 FROM runs AS later
                WHERE later.version = versions.id AND later.status IN ('running', 'succeeded'))
        ORDER BY versions.row LIMIT ?
        """

    public func unneeded(_ keys: [String]) async throws -> [String] {
        try await read { try Self.unneeded(keys, $0) }
    }

    public func queueUnneeded(_ keys: [String]) async throws -> Int {
        let now = now()
        return try await write { connection in
            let keys = try Self.unneeded(keys, connection)
            for key in keys {
                try connection.execute(
                    "INSERT INTO object_deletions (object_key, queued_at) VALUES (?, ?)", [key, now.microseconds])
            }
            return keys.count
        }
    }

    private static func unneeded(_ keys: [String], _ connection: Connection) throws -> [String] {
        try keys.filter { key in
            for question in [isOfVersion, isQueued, isOfRun] {
                if try connection.first(question, [key], { _ in true }) ?? false { return false }
            }
            return true
        }
    }

    public func versionObjects(after row: Int64, limit: Int) async throws -> [VersionObject] {
        try await read { connection in
            try connection.rows(Self.versionObjects, [row, limit]) {
                VersionObject(
                    row: try $0.integer(0), id: try $0.text(1), key: try $0.text(2), size: try $0.integer(3))
            }
        }
    }

    public func leftBehind(limit: Int) async throws -> [LeftBehindVersion] {
        try await read { connection in
            try connection.rows(Self.leftBehind, [limit]) { LeftBehindVersion(id: try $0.text(0), run: try $0.text(1)) }
        }
    }

    public func oweAgain(_ runs: [String]) async throws -> Int {
        let now = now()
        return try await write { connection in
            try runs.reduce(0) { count, run in
                // What had failed for good is tried once more, since a person asks for it.
                try connection.execute(
                    """
                    UPDATE stages SET undo = 'running' WHERE undo = 'failed' AND run IN (
                        SELECT row FROM runs WHERE id = ? AND status IN ('failed', 'rejected', 'cancelled'))
                    """, [run])
                return try count
                    + connection.execute(
                        """
                        UPDATE runs SET undo_due = ?, undo_tries = 0
                        WHERE id = ? AND status IN ('failed', 'rejected', 'cancelled') AND undo_due IS NULL
                        """, [now.microseconds, run])
            }
        }
    }
}
