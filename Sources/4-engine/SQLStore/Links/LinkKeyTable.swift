internal import Documents
internal import Platform
internal import SQL

/// The key that links are signed with, through any connection.
struct LinkKeyTable {
    let connection: any SQLConnection

    func key() throws -> LinkKey? {
        try connection.first("SELECT number, key, created_at FROM link_keys ORDER BY number DESC LIMIT 1") {
            LinkKey(
                number: try $0.integer(0), bytes: try $0.bytes(1),
                createdAt: Timestamp(microseconds: try $0.integer(2)))
        }
    }

    /// The key, made from `candidate` when there is none.
    func key(orElse candidate: [UInt8], at now: Timestamp) throws -> LinkKey {
        if let key = try key() { return key }
        let number = try connection.insert(
            "INSERT INTO link_keys (key, created_at) VALUES (?, ?)", [candidate, now.microseconds],
            numbering: "number")
        return LinkKey(number: number, bytes: candidate, createdAt: now)
    }

    func replace(by bytes: [UInt8], at now: Timestamp) throws -> LinkKey {
        try connection.execute("DELETE FROM link_keys")
        return try key(orElse: bytes, at: now)
    }
}
