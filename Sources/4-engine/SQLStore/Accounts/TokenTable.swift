public import Accounts
public import Digests
public import Documents
public import Platform
internal import SQL

/// Tokens, through any connection. As sessions, they are looked up by their digests.
struct TokenTable {
    let connection: any SQLConnection

    private static let columns = """
        tokens.id, tokens.name, tokens.person, tokens.scopes, tokens.created_at, tokens.expires_at, tokens.last_used,
        tokens.revoked_at
        """
    static let ofSecret = """
        SELECT \(columns), \(PeopleTable.columns) FROM tokens JOIN people ON people.id = tokens.person
        WHERE tokens.secret = ?
        """
    static let ofPerson = "SELECT \(columns), row FROM tokens WHERE person = ? AND row < ? ORDER BY row DESC LIMIT ?"

    func add(_ token: APIToken, secret: SHA256Digest) throws {
        try connection.execute(
            """
            INSERT INTO tokens (id, secret, name, person, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                token.id, secret.bytes, token.name, token.person,
                token.scopes.map(\.rawValue).joined(separator: " "), token.createdAt.microseconds,
                token.expiresAt.microseconds,
            ] as [any Bindable])
    }

    func token(secret: SHA256Digest) throws -> Owned<APIToken>? {
        try connection.first(Self.ofSecret, [secret.bytes]) {
            Owned(try Self.read($0), of: try PeopleTable.read($0, from: 8))
        }
    }

    func token(_ id: String) throws -> APIToken? {
        try connection.first("SELECT \(Self.columns) FROM tokens WHERE id = ?", [id]) { try Self.read($0) }
    }

    func touch(_ id: String, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE tokens SET last_used = ?1 WHERE id = ?2 AND (last_used IS NULL OR last_used <= ?3)",
            [time.microseconds, id, time.advanced(by: .seconds(-60)).microseconds])
    }

    /// The newest first.
    func tokens(of person: String?, limit: Int, before row: Int64) throws -> [(row: Int64, token: APIToken)] {
        guard let person else {
            return try connection.rows(
                "SELECT \(Self.columns), row FROM tokens WHERE row < ? ORDER BY row DESC LIMIT ?",
                [row, limit] as [any Bindable]
            ) { (try $0.integer(8), try Self.read($0)) }
        }
        return try connection.rows(Self.ofPerson, [person, row, limit] as [any Bindable]) {
            (try $0.integer(8), try Self.read($0))
        }
    }

    func countValid(of person: String, at time: Timestamp) throws -> Int {
        let count = try connection.first(
            "SELECT count(*) FROM tokens WHERE person = ? AND revoked_at IS NULL AND expires_at > ?",
            [person, time.microseconds]
        ) { try $0.integer(0) }
        return Int(count ?? 0)
    }

    func revoke(_ id: String, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [time.microseconds, id])
    }

    private static func read(_ row: borrowing Row) throws -> APIToken {
        APIToken(
            storedID: try row.text(0), name: try row.text(1), person: try row.text(2),
            scopes: try row.text(3).split(separator: " ").map { try StoredWord.read(String($0)) },
            createdAt: Timestamp(microseconds: try row.integer(4)),
            expiresAt: Timestamp(microseconds: try row.integer(5)),
            lastUsed: try row.integerOrNil(6).map(Timestamp.init(microseconds:)),
            revokedAt: try row.integerOrNil(7).map(Timestamp.init(microseconds:)))
    }
}

/// As `TokenStore`.
extension SQLDatabase {
    public func add(_ token: APIToken, secret: SHA256Digest) async throws {
        try await write { connection in
            _ = try PeopleTable(connection: connection).require(token.person)
            try TokenTable(connection: connection).add(token, secret: secret)
        }
    }

    public func token(secret: SHA256Digest) async throws -> Owned<APIToken>? {
        try await read { try TokenTable(connection: $0).token(secret: secret) }
    }

    public func token(_ id: String) async throws -> APIToken? {
        try await read { try TokenTable(connection: $0).token(id) }
    }

    public func touch(token id: String, at time: Timestamp) async throws {
        try await write(durable: false) { try TokenTable(connection: $0).touch(id, at: time) }
    }

    public func tokens(of person: String?, limit: Int, after cursor: String?) async throws -> Page<APIToken> {
        let limit = Self.clamp(limit)
        let scope = "tokens" + (person.map { "=\($0)" } ?? "*")
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            let found = try TokenTable(connection: connection)
                .tokens(of: person, limit: limit + 1, before: start ?? .max)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.token), next: next)
        }
    }

    public func revoke(token id: String, of person: String?, at time: Timestamp) async throws -> APIToken? {
        try await write { connection in
            let table = TokenTable(connection: connection)
            guard let token = try table.token(id), person == nil || token.person == person else { return nil }
            try table.revoke(id, at: time)
            return try table.token(id)
        }
    }
}
