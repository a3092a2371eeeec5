package import Accounts
package import Documents
package import Platform
internal import Representations

/// Sessions that go on.
package struct Sessions: Sendable {
    let workspace: Workspace
    let now: @Sendable () -> Timestamp

    package init(of workspace: Workspace, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.workspace = workspace
        self.now = now
    }

    private var store: any AccountStore { workspace.accounts }

    /// The session of a secret with its person, by one look at an index, and a write once a minute.
    ///
    /// - Parameter secret: what the browser presents.
    /// - Returns: nil: there is none that goes on.
    /// - Throws: the database's errors.
    package func session(for secret: String) async throws -> Owned<Session>? {
        guard let digest = FreshSecret.digest(of: secret, .plain) else { return nil }
        let now = now()
        guard let session = try await store.session(secret: digest, at: now) else { return nil }
        if now >= session.credential.lastSeen.advanced(by: .seconds(60)) {
            try await store.touch(session: session.credential.id, at: now)
        }
        return session
    }

    /// The newest first; those that `actor` reaches.
    ///
    /// - Parameter person: whose; nil: everybody's that `actor` reaches.
    /// - Throws: `AccountError` of kind `noPerson` when `actor` does not reach them; `CatalogError` of kind `invalidCursor`;
    ///   the database's errors.
    package func list(
        of person: String?, by actor: Actor, limit: Int, after cursor: String?
    ) async throws -> Page<Session> {
        try await store.sessions(of: try actor.narrowed(person), at: now(), limit: limit, after: cursor)
    }

    /// Ends a session; also one's own, to sign out.
    ///
    /// - Throws: `AccountError` of kind `noSession` when there is none that `actor` reaches; the database's errors.
    package func revoke(_ id: String, by actor: Actor) async throws {
        let person = try actor.narrowed(nil)
        try await workspace.audited(actor, "sessions.revoke", .session(id)) {
            if try await !store.end(session: id, of: person) { throw AccountError.noSession(id) }
        }
    }

    /// Ends all sessions of a person, but for the one that asks.
    ///
    /// - Returns: how many.
    /// - Throws: `AccountError` of kind `noPerson` when there is none that `actor` reaches; the database's errors.
    package func revokeAll(of person: String, by actor: Actor) async throws -> Int {
        let person = try await workspace.meantPerson(person, reachedBy: actor)
        return try await workspace.audited(actor, "sessions.revoke", .person(person)) {
            if try await store.person(person) == nil { throw AccountError.noPerson(person) }
            return try await store.endSessions(of: person, except: actor.kind == .session ? actor.credential : nil)
        }
    }
}

extension Actor {
    /// Whose sessions or tokens are meant when `person` is asked for; nil: everybody's.
    ///
    /// - Throws: `AccountError` of kind `noPerson` when they do not reach them.
    func narrowed(_ person: String?) throws -> String? {
        switch reach {
        case .everybody: return person
        case .own(let id):
            if let person, !Workspace.areAlike(person, id) { throw AccountError.noPerson(person) }
            return id
        case .nobody: throw AccountError.noPerson(person ?? name)
        }
    }
}
