public import Documents
internal import SQL

/// As `IdentifierLookup`.
extension SQLDatabase {
    public func identifiers(
        of kind: IdentifierKind, beginningWith text: String, limit: Int
    ) async throws -> [String] {
        let limit = Self.clamp(limit)
        return try await read {
            try IdentifierTable(connection: $0, kind: kind).identifiers(beginningWith: text, limit: limit)
        }
    }

    public func distinctPrefixes(of ids: [String], among kind: IdentifierKind) async throws -> [String] {
        try await read { connection in
            let table = IdentifierTable(connection: connection, kind: kind)
            return try ids.map { try table.distinctPrefix(of: $0) }
        }
    }
}
