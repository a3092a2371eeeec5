internal import Accounts
internal import Digests
internal import Platform
internal import SQL

/// Sessions and one-time links, through any connection.
///
/// A secret is looked up by its digest: how long an index takes tells at most something of a digest, and that is of no use
/// without the secret.
struct SessionTable {
    let connection: any SQLConnection

    private static let columns = """
        sessions.id, sessions.person, sessions.origin, sessions.created_at, sessions.last_seen, sessions.expires_at,
        sessions.address, sessions.user_agent
        """
    static let ofSecret = """
        SELECT \(columns), \(PeopleTable.columns) FROM sessions JOIN people ON people.id = sessions.person
        WHERE sessions.secret = ? AND sessions.ends_at > ?
        """
    static let all = """
        SELECT \(columns), row FROM sessions WHERE row < ? AND ends_at > ? ORDER BY row DESC LIMIT ?
        """
    static let ofPerson = """
        SELECT \(columns), row FROM sessions WHERE person = ? AND row < ? AND ends_at > ? ORDER BY row DESC LIMIT ?
        """
    static let ended = "SELECT row FROM sessions WHERE ends_at <= ? ORDER BY ends_at LIMIT ?"
    static let hasEndedLink = "SELECT 1 FROM sign_in_links WHERE expires_at <= ? LIMIT 1"
    static let endedLinks = "DELETE FROM sign_in_links WHERE expires_at <= ?"
    static let linksOfPerson = "DELETE FROM sign_in_links WHERE person = ?"

    func begin(_ session: Session, secret: SHA256Digest, replacing former: SHA256Digest?) throws {
        if let former { try connection.execute("DELETE FROM sessions WHERE secret = ?", [former.bytes]) }
        try connection.execute(
            """
            INSERT INTO sessions (
                id, secret, person, origin, created_at, last_seen, expires_at, ends_at, address, user_agent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id, secret.bytes, session.person, session.origin.rawValue, session.createdAt.microseconds,
                session.lastSeen.microseconds, session.expiresAt.microseconds, session.endsAt.microseconds,
                session.address, session.userAgent,
            ] as [any Bindable])
    }

    func session(secret: SHA256Digest, at time: Timestamp) throws -> Owned<Session>? {
        try connection.first(Self.ofSecret, [secret.bytes, time.microseconds]) {
            Owned(try Self.read($0), of: try PeopleTable.read($0, from: 8))
        }
    }

    func touch(_ id: String, at time: Timestamp) throws {
        let former = time.advanced(by: .seconds(-60))
        let ends = time.advanced(by: Session.longestIdle)
        try connection.execute(
            """
            UPDATE sessions SET last_seen = ?1,
                ends_at = CASE WHEN expires_at < ?2 THEN expires_at ELSE ?2 END
            WHERE id = ?3 AND last_seen <= ?4
            """, [time.microseconds, ends.microseconds, id, former.microseconds])
    }

    /// The newest first.
    func sessions(
        of person: String?, at time: Timestamp, limit: Int, before row: Int64
    ) throws -> [(row: Int64, session: Session)] {
        let end = time.microseconds
        guard let person else {
            return try connection.rows(Self.all, [row, end, limit] as [any Bindable]) {
                (try $0.integer(8), try Self.read($0))
            }
        }
        return try connection.rows(Self.ofPerson, [person, row, end, limit] as [any Bindable]) {
            (try $0.integer(8), try Self.read($0))
        }
    }

    func count(of person: String, at time: Timestamp) throws -> Int {
        let count = try connection.first(
            "SELECT count(*) FROM sessions WHERE person = ? AND ends_at > ?", [person, time.microseconds]
        ) { try $0.integer(0) }
        return Int(count ?? 0)
    }

    func end(_ id: String, of person: String?) throws -> Bool {
        guard let person else { return try connection.execute("DELETE FROM sessions WHERE id = ?", [id]) > 0 }
        return try connection.execute("DELETE FROM sessions WHERE id = ? AND person = ?", [id, person]) > 0
    }

    /// - Returns: how many.
    func end(of person: String, except id: String?) throws -> Int {
        try connection.execute("DELETE FROM sessions WHERE person = ? AND id <> ?", [person, id ?? ""])
    }

    /// Uses a link up.
    ///
    /// - Returns: whom it is for; nil: there is none, or its time is over.
    func redeem(_ secret: SHA256Digest, at time: Timestamp) throws -> String? {
        let link = try connection.first(
            "SELECT person, expires_at FROM sign_in_links WHERE secret = ?", [secret.bytes]
        ) { (person: try $0.text(0), expiresAt: try $0.integer(1)) }
        guard let link else { return nil }
        try connection.execute("DELETE FROM sign_in_links WHERE secret = ?", [secret.bytes])
        return time.microseconds < link.expiresAt ? link.person : nil
    }

    private static func read(_ row: borrowing Row) throws -> Session {
        Session(
            id: try row.text(0), person: try row.text(1), origin: try StoredWord.read(row.text(2)),
            createdAt: Timestamp(microseconds: try row.integer(3)),
            lastSeen: Timestamp(microseconds: try row.integer(4)),
            expiresAt: Timestamp(microseconds: try row.integer(5)), address: try row.textOrNil(6),
            userAgent: try row.textOrNil(7))
    }
}
