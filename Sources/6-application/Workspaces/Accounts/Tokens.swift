package import Accounts
package import Diagnostics
package import Documents
package import Platform
internal import Representations

/// Tokens with which programs act for people.
package struct Tokens: Sendable {
    /// A token that was made.
    package struct Created: Sendable {
        package let token: APIToken
        /// Shown once; nowhere is it kept.
        package let secret: Secret
    }

    /// What a secret leads to.
    package enum Found: Sendable {
        case valid(Owned<APIToken>)
        case expired
        case revoked
        /// No token, or none any more.
        case none
    }

    let workspace: Workspace
    let now: @Sendable () -> Timestamp

    package init(of workspace: Workspace, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.workspace = workspace
        self.now = now
    }

    private var store: any AccountStore { workspace.accounts }

    /// Makes a token. One token makes another only when it may what admins may: it would outlive itself otherwise.
    ///
    /// - Parameter lifetime: at most 366 days.
    /// - Throws: `Problem`, `AccountError` of kinds `noPerson` and `invalidToken`; the database's errors.
    package func create(
        _ name: String, for person: String, scopes: Set<TokenScope>, lifetime: Duration = APIToken.standardLifetime,
        by actor: Actor
    ) async throws -> Created {
        let person = try await workspace.meantPerson(person, reachedBy: actor)
        if actor.kind == .token { try actor.requireAdmin(to: "make tokens with a token") }
        let now = now()
        let token = try APIToken(
            id: Identifier.run(at: now), name: name, person: person, scopes: scopes, createdAt: now,
            expiresAt: now.advanced(by: lifetime))
        let secret = FreshSecret(.token)
        let words = token.scopes.map(\.rawValue).joined(separator: " ")
        try await workspace.audited(
            actor, "tokens.create", .token(token.id), detail: "\(words), for `\(Printable.text(person))`"
        ) {
            guard let owner = try await store.person(person) else { throw AccountError.noPerson(person) }
            if let scope = scopes.sorted().first(where: \.isForAdmins), owner.role != .admin {
                throw Problem.refused(
                    "`\(Printable.short(person))` is no admin, so no token of theirs can have the scope `\(scope.rawValue)`.",
                    advice: [.listPeople])
            }
            try await store.add(token, secret: secret.digest)
        }
        return Created(token: token, secret: secret.text)
    }

    /// The token of a secret with its person, by one look at an index, and a write once a minute.
    ///
    /// - Parameter secret: what the program presents.
    /// - Throws: the database's errors.
    package func token(for secret: String) async throws -> Found {
        guard let digest = FreshSecret.digest(of: secret, .token), let found = try await store.token(secret: digest)
        else {
            return .none
        }
        let now = now()
        switch found.credential.state(at: now) {
        case .expired: return .expired
        case .revoked: return .revoked
        case .valid: break
        }
        if found.credential.lastUsed.map({ now >= $0.advanced(by: .seconds(60)) }) ?? true {
            try await store.touch(token: found.credential.id, at: now)
        }
        return .valid(found)
    }

    /// The newest first, whatever their state; those that `actor` reaches.
    ///
    /// - Parameter person: whose; nil: everybody's that `actor` reaches.
    /// - Throws: `AccountError` of kind `noPerson` when `actor` does not reach them; `CatalogError` of kind `invalidCursor`;
    ///   the database's errors.
    package func list(
        of person: String?, by actor: Actor, limit: Int, after cursor: String?
    ) async throws -> Page<APIToken> {
        try await store.tokens(of: try actor.narrowed(person), limit: limit, after: cursor)
    }

    /// The ids of tokens that are named by their ids or beginnings of them; secrets stay as they are. All of them or none.
    ///
    /// - Throws: as `IdentifierName.id`.
    package func ids(_ names: [String]) async throws -> [String] {
        var ids: [String] = []
        for name in names {
            let isSecret = name.hasPrefix(FreshSecret.tokenPrefix)
            let id = isSecret ? name : try await IdentifierName(name, of: .token).id(in: workspace)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Ends a token. One that was revoked before stays as it is.
    ///
    /// - Parameter name: its id, or its secret: whoever finds one somewhere has nothing else. A secret is neither kept nor told.
    /// - Throws: `AccountError` of kind `noToken` when there is none that `actor` reaches; the database's errors.
    package func revoke(_ name: String, by actor: Actor) async throws -> APIToken {
        let person = try actor.narrowed(nil)
        var id = name
        if name.hasPrefix(FreshSecret.tokenPrefix) {
            id = FreshSecret.tokenPrefix + "…"
            if let digest = FreshSecret.digest(of: name, .token), let found = try await store.token(secret: digest) {
                id = found.credential.id
            }
        }
        return try await workspace.audited(actor, "tokens.revoke", .token(id)) { [id] in
            guard let token = try await store.revoke(token: id, of: person, at: now()) else {
                throw AccountError.noToken(id)
            }
            return token
        }
    }
}
