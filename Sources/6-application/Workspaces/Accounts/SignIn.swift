package import Accounts
package import Diagnostics
internal import Digests
internal import Documents
internal import Passwords
internal import Pipelines
package import Platform
package import Representations

/// Lets people in: by a password, or by a one-time link.
package struct SignIn: Sendable {
    /// A session that has begun.
    package struct Begun: Sendable {
        package let session: Owned<Session>
        /// For the browser's cookie; nowhere else is it kept.
        package let secret: Secret
    }

    package enum Outcome: Sendable {
        case begun(Begun)
        /// The name or the password is wrong; which of them, nobody is told.
        case wrong
        /// There were too many attempts; whether this one would have been right, nobody has looked.
        case wait(Duration)

        /// Why nobody was let in; nil: somebody was.
        package var problem: Problem? {
            switch self {
            case .begun: nil
            case .wrong: .refused("The name or the password is wrong.")
            case .wait(let duration): SignIn.tooMany(duration)
            }
        }
    }

    /// Where a sign-in comes from.
    package struct Origin: Sendable {
        /// nil: from this machine, by a socket.
        package let address: String?
        package let userAgent: String?
        /// The secret of the session that the browser had until now, which ends: a session that somebody slipped to it before
        /// does not become the person's.
        package let former: String?

        package init(address: String?, userAgent: String?, former: String? = nil) {
            self.address = address
            self.userAgent = userAgent
            self.former = former
        }
    }

    /// A one-time link that was made.
    package struct Link: Sendable {
        /// The id of whom it signs in.
        package let person: String
        /// Stands in the address.
        package let secret: Secret
        package let expiresAt: Timestamp
    }

    package static let linkLifetime = Duration.seconds(600)

    let workspace: Workspace
    let work: PasswordWork
    let now: @Sendable () -> Timestamp

    package init(
        to workspace: Workspace, work: PasswordWork = PasswordWork(),
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.workspace = workspace
        self.work = work
        self.now = now
    }

    private var store: any AccountStore { workspace.accounts }

    /// Whether anybody can sign in with a password; otherwise only a one-time link lets one in.
    ///
    /// - Throws: the database's errors.
    package func isOpen() async throws -> Bool {
        var cursor: String?
        repeat {
            let page = try await store.people(limit: 200, after: cursor)
            if page.items.contains(where: \.hasPassword) { return true }
            cursor = page.next
        } while cursor != nil
        return false
    }

    /// Signs a person in by their password. It takes as long whether there is such a person or not, and is counted before it
    /// is tried; see `SignInAttempts`.
    ///
    /// - Parameter text: their id, also in another case or with blanks around it.
    /// - Throws: the database's errors; `PasswordError` when there is not enough memory.
    package func signIn(_ text: String, password: String, from origin: Origin) async throws -> Outcome {
        let attempt = Password(attempt: password)
        let id = try await workspace.meantPerson(text) ?? text
        if let wait = try await store.beginAttempt(person: id, address: origin.address, at: now()) {
            return .wait(wait)
        }
        let hash = try await store.passwordHash(of: id)
        guard try await work.verify(attempt, hash), let hash else { return .wrong }
        guard let person = try await store.person(id) else { return .wrong }
        try await store.attemptSucceeded(person: id, address: origin.address)
        if work.parameters.needsRehash(hash) {
            try await store.rehashPassword(of: id, from: hash, to: try await work.hash(attempt))
        }
        let secret = FreshSecret(.plain)
        let session = session(of: id, .password, from: origin, at: now())
        do {
            try await begin(session, of: person, from: origin, detail: "with a password") {
                try await store.begin(session, secret: secret.digest, replacing: former(origin))
            }
        } catch let error as AccountError where error.kind == .noPerson {
            // Removed in this moment.
            return .wrong
        }
        return .begun(Begun(session: Owned(session, of: person), secret: secret.text))
    }

    /// Makes a link that signs the workspace's owner in, once, within ten minutes. Where nobody has an account, using it makes
    /// the owner an admin without a password.
    ///
    /// - Returns: nil when others have accounts and the owner has none: they sign in with their passwords.
    /// - Throws: the database's errors.
    package func oneTimeLink(by actor: Actor) async throws -> Link? {
        let owner = workspace.owner
        try actor.requireAdmin(to: "make one-time links")
        if try await store.person(owner) == nil, try await store.hasPeople() {
            return nil
        }
        let secret = FreshSecret(.plain)
        let now = now()
        let link = Link(person: owner, secret: secret.text, expiresAt: now.advanced(by: Self.linkLifetime))
        try await workspace.audited(actor, "links.sign-in", .person(owner)) {
            try await store.addLink(
                secret: secret.digest, person: owner, createdAt: now, expiresAt: link.expiresAt)
        }
        return link
    }

    /// Signs in whom a one-time link is for, and uses it up.
    ///
    /// - Parameter text: the secret that stands in it.
    /// - Returns: nil when there is no such link, it was used before, or its time is over.
    /// - Throws: the database's errors.
    package func signIn(link text: String, from origin: Origin) async throws -> Begun? {
        guard let link = FreshSecret.digest(of: text, .plain) else { return nil }
        let secret = FreshSecret(.plain)
        let name = workspace.definition.owner.name
        let now = now()
        let session = { @Sendable (person: String) in self.session(of: person, .link, from: origin, at: now) }
        let begun = try await store.redeemLink(
            secret: link, at: now,
            first: { id in
                // A name of the workspace's file that no person may have gives way to the id.
                let checked = name.flatMap { try? Person.checked(name: $0) }
                return Person(storedID: id, name: checked ?? id, role: .admin, createdAt: now, hasPassword: false)
            }, session: session, sessionSecret: secret.digest, replacing: former(origin))
        guard let begun else { return nil }
        // Not before: whoever makes links up would fill the audit.
        let isFirst = begun.person.createdAt == now
        try await begin(
            begun.credential, of: begun.person, from: origin,
            detail: "with a one-time link" + (isFirst ? ", as the first person: an admin" : "")
        ) {}
        return Begun(session: begun, secret: secret.text)
    }

    private func begin(
        _ session: Session, of person: Person, from origin: Origin, detail: String, _ change: () async throws -> Void
    ) async throws {
        try await workspace.audited(
            .session(Owned(session, of: person), address: origin.address), "sessions.begin", .session(session.id),
            detail: detail, change)
    }

    private func session(
        of person: String, _ kind: Session.Origin, from origin: Origin, at now: Timestamp
    ) -> Session {
        Session(
            id: Identifier.run(at: now), person: person, origin: kind, createdAt: now, lastSeen: now,
            expiresAt: now.advanced(by: Session.lifetime), address: origin.address,
            userAgent: origin.userAgent.map { String($0.prefix(Session.longestUserAgent)) })
    }

    private func former(_ origin: Origin) -> SHA256Digest? {
        origin.former.flatMap { FreshSecret.digest(of: $0, .plain) }
    }

    static func tooMany(_ wait: Duration) -> Problem {
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        let time =
            seconds < 60 ? HumanFormat.count(seconds, "second") : HumanFormat.count((seconds + 59) / 60, "minute")
        return .refused("There were too many wrong attempts. The next one may be made in \(time).")
    }
}
