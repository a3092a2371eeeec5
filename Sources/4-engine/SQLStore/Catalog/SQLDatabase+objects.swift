public import Documents
internal import SQL

/// As `ObjectReferences`.
extension SQLDatabase {
    public func unneeded(_ keys: [String]) async throws -> [String] {
        try await read { try ObjectReferenceTable(connection: $0).unneeded(keys) }
    }

    public func queueUnneeded(_ keys: [String]) async throws -> Int {
        let now = now()
        return try await write { try ObjectReferenceTable(connection: $0).queueUnneeded(keys, at: now) }
    }

    public func versionObjects(after row: Int64, limit: Int) async throws -> [VersionObject] {
        try await read { try ObjectReferenceTable(connection: $0).versionObjects(after: row, limit: limit) }
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
