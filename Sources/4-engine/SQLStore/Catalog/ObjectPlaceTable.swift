internal import SQL

/// Where the object store is, through any connection: one row, or none before it is known.
struct ObjectPlaceTable {
    let connection: any SQLConnection

    static let address = "SELECT address FROM object_place WHERE id = 1"
    /// A version's whole address. One that is empty in its row is that of the store, followed by the key, whose characters all
    /// stand for themselves in a URL.
    static let fileURL = """
        CASE versions.file_url WHEN '' THEN (\(address)) || versions.object_key ELSE versions.file_url END
        """

    /// What a version's row has in place of its whole address.
    func relative(_ url: String, key: String) throws -> String {
        guard let address = try connection.first(Self.address, [], { try $0.text(0) }) else { return url }
        return url == address + key ? "" : url
    }

    /// Does nothing where that is known already.
    func set(_ address: String) throws {
        try connection.execute(
            """
            INSERT INTO object_place (id, address) VALUES (1, ?1)
            ON CONFLICT DO UPDATE SET address = excluded.address WHERE address <> excluded.address
            """, [address])
    }
}

/// As `ObjectReferences`.
extension SQLDatabase {
    public func setObjectAddress(_ address: String) async throws {
        let known = try await read { try $0.first(ObjectPlaceTable.address, []) { try $0.text(0) } }
        if known == address { return }
        try await write { try ObjectPlaceTable(connection: $0).set(address) }
    }
}
