public import Accounts
public import Digests
public import Documents
public import Platform
internal import SQL

/// As `SessionStore`.
extension SQLDatabase {
    public func begin(_ session: Session, secret: SHA256Digest, replacing former: SHA256Digest?) async throws {
        try await write { connection in
            _ = try PeopleTable(connection: connection).require(session.person)
            try SessionTable(connection: connection).begin(session, secret: secret, replacing: former)
        }
    }

    public func session(secret: SHA256Digest, at time: Timestamp) async throws -> Owned<Session>? {
        try await read { try SessionTable(connection: $0).session(secret: secret, at: time) }
    }

    public func touch(session id: String, at time: Timestamp) async throws {
        try await write(durable: false) { try SessionTable(connection: $0).touch(id, at: time) }
    }

    public func sessions(
        of person: String?, at time: Timestamp, limit: Int, after cursor: String?
    ) async throws -> Page<Session> {
        let limit = Self.clamp(limit)
        let scope = "sessions" + (person.map { "=\($0)" } ?? "*")
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).row }
        return try await read { connection in
            let found = try SessionTable(connection: connection)
                .sessions(of: person, at: time, limit: limit + 1, before: start ?? .max)
            let next = found.count > limit ? ListCursor(row: found[limit - 1].row).text(scope: scope) : nil
            return Page(items: found.prefix(limit).map(\.session), next: next)
        }
    }

    public func end(session id: String, of person: String?) async throws -> Bool {
        try await write { try SessionTable(connection: $0).end(id, of: person) }
    }

    @discardableResult
    public func endSessions(of person: String, except id: String?) async throws -> Int {
        try await write { try SessionTable(connection: $0).end(of: person, except: id) }
    }

    public func addLink(
        secret: SHA256Digest, person: String, createdAt: Timestamp, expiresAt: Timestamp
    ) async throws {
        try await write { connection in
            try connection.execute(
                "INSERT INTO sign_in_links (secret, person, created_at, expires_at) VALUES (?, ?, ?, ?)",
                [secret.bytes, person, createdAt.microseconds, expiresAt.microseconds] as [any Bindable])
        }
    }

    public func redeemLink(
        secret: SHA256Digest, at time: Timestamp, first: @escaping @Sendable (_ person: String) -> Person,
        session: @escaping @Sendable (_ person: String) -> Session, sessionSecret: SHA256Digest,
        replacing former: SHA256Digest?
    ) async throws -> Owned<Session>? {
        try await write { connection in
            let (people, sessions) = (PeopleTable(connection: connection), SessionTable(connection: connection))
            guard let id = try sessions.redeem(secret, at: time) else { return nil }
            if try people.isEmpty() { try people.add(first(id), password: nil) }
            guard let person = try people.person(id) else { return nil }
            let session = session(id)
            try sessions.begin(session, secret: sessionSecret, replacing: former)
            return Owned(session, of: person)
        }
    }

    public func removeExpired(at time: Timestamp, limit: Int) async throws -> Int {
        let forgotten = time.advanced(by: .zero - SignInLimit.window).microseconds
        let (rows, others) = try await read { connection in
            (
                try connection.rows(SessionTable.ended, [time.microseconds, limit] as [any Bindable]) {
                    try $0.integer(0)
                },
                try connection.first(SessionTable.hasEndedLink, [time.microseconds]) { _ in true } ?? false
                    || connection.first(AttemptTable.hasForgotten, [forgotten]) { _ in true } ?? false
            )
        }
        // Most of the time there is nothing, and then nothing is written.
        if rows.isEmpty, !others { return 0 }
        return try await write(durable: false) { connection in
            try connection.execute(SessionTable.endedLinks, [time.microseconds])
            try connection.execute(AttemptTable.forgotten, [forgotten])
            // One that was used meanwhile goes on.
            return try rows.count {
                try connection.execute(
                    "DELETE FROM sessions WHERE row = ? AND ends_at <= ?", [$0, time.microseconds]) > 0
            }
        }
    }
}
