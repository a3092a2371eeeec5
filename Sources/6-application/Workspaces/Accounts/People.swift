package import Accounts
internal import Diagnostics
package import Documents
internal import Passwords
package import Platform
internal import Representations

/// Looks after the people of a workspace. All that changes something is in the audit.
package struct People: Sendable {
    let workspace: Workspace
    let work: PasswordWork
    let now: @Sendable () -> Timestamp

    package init(
        of workspace: Workspace, work: PasswordWork = PasswordWork(),
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.workspace = workspace
        self.work = work
        self.now = now
    }

    private var store: any AccountStore { workspace.accounts }

    /// By their ids; those that `actor` reaches.
    ///
    /// - Throws: `CatalogError` of kind `invalidCursor`; the database's errors.
    package func list(by actor: Actor, limit: Int, after cursor: String?) async throws -> Page<Person> {
        switch actor.reach {
        case .everybody: return try await store.people(limit: limit, after: cursor)
        case .own(let id): return Page(items: try await store.person(id).map { [$0] } ?? [], next: nil)
        case .nobody: return Page(items: [], next: nil)
        }
    }

    /// Adds a person.
    ///
    /// - Parameters:
    ///   - name: nil: the id.
    ///   - role: nil: the first person is an admin, all others are owners.
    ///   - password: nil: none, so that they cannot sign in by themselves.
    /// - Throws: `Problem`, `AccountError` of kinds `invalidPerson` and `personExists`; the database's errors.
    package func add(
        _ id: String, name: String?, role: Role?, password: String?, by actor: Actor
    ) async throws -> Person {
        try actor.requireAdmin(to: "add people")
        var standard = Role.owner
        if role == nil, try await !store.hasPeople() { standard = .admin }
        let person = try Person(
            id: id, name: name ?? id, role: role ?? standard, createdAt: now(), hasPassword: password != nil)
        let chosen = try password.map { try work.chosen($0, for: id) }
        return try await workspace.audited(
            actor, "people.add", .person(id), detail: person.role.rawValue
        ) {
            // Before the hash, which takes its time.
            if try await store.person(id) != nil { throw AccountError.personExists(id) }
            if let other = try await workspace.people(like: id).first { throw AccountError.personExists(id, as: other) }
            var hash: String?
            if let chosen { hash = try await work.hash(chosen) }
            try await store.add(person, password: hash)
            return person
        }
    }

    /// The id of the person that is meant, also in another case or with blanks around it; as it was given, where there is none.
    ///
    /// - Throws: the database's errors.
    package func meant(_ text: String) async throws -> String { try await workspace.meantPerson(text) ?? text }

    /// Gives a person a new password. Their sessions end, but for the one that asks.
    ///
    /// - Parameter current: the password until now, which a person who is signed in and has one proves with it that nobody
    ///   else sits at their screen.
    /// - Returns: how many sessions ended.
    /// - Throws: `Problem`, `AccountError` of kind `noPerson`; the database's errors.
    package func changePassword(
        of id: String, to password: String, current: String? = nil, by actor: Actor
    ) async throws -> Int {
        let id = try await workspace.meantPerson(id, reachedBy: actor)
        if actor.kind == .token { throw Problem.refused("A token cannot change a password. Sign in to do that.") }
        let isOwn = actor.person == id
        let chosen = try work.chosen(password, for: id)
        return try await workspace.audited(actor, "people.password", .person(id)) {
            guard let person = try await store.person(id) else { throw AccountError.noPerson(id) }
            if isOwn, person.hasPassword { try await prove(current ?? "", of: id, from: actor.address) }
            return try await store.setPassword(
                of: id, to: try await work.hash(chosen), keeping: isOwn ? actor.credential : nil)
        }
    }

    /// Wrong ones count as wrong attempts to sign in do.
    private func prove(_ password: String, of id: String, from address: String?) async throws {
        if let wait = try await store.beginAttempt(person: id, address: address, at: now()) {
            throw SignIn.tooMany(wait)
        }
        guard try await work.verify(Password(attempt: password), try await store.passwordHash(of: id)) else {
            throw Problem.refused("The present password is another one.")
        }
        try await store.attemptSucceeded(person: id, address: address)
    }

    /// - Parameter name: nil: stays.
    /// - Parameter role: nil: stays.
    /// - Throws: `Problem`, `AccountError` of kinds `invalidPerson`, `noPerson`, `lastAdmin`; the database's errors.
    package func change(_ id: String, name: String?, role: Role?, by actor: Actor) async throws -> Person {
        let id = try await workspace.meantPerson(id, reachedBy: actor)
        if role != nil { try actor.requireAdmin(to: "change roles") }
        let name = try name.map { try Person.checked(name: $0) }
        let detail = [name.map { _ in "name" }, role.map { "role \($0.rawValue)" }].compactMap { $0 }
        return try await workspace.audited(
            actor, "people.change", .person(id), detail: detail.joined(separator: ", ")
        ) {
            try await store.change(id, name: name, role: role)
        }
    }

    /// Removes a person: their sessions and tokens end at once.
    ///
    /// - Returns: what ended, how many documents they have, which stay, and how many links still open these.
    /// - Throws: `Problem`, `AccountError` of kinds `noPerson`, `lastAdmin`; the database's errors.
    package func remove(
        _ id: String, by actor: Actor
    ) async throws -> (removal: PersonRemoval, documents: Int, links: Int) {
        try actor.requireAdmin(to: "remove people")
        let id = try await meant(id)
        let removal = try await workspace.audited(actor, "people.remove", .person(id)) {
            try await store.remove(id, at: now())
        }
        return (removal, try await workspace.catalog.statistics(owner: id).total, try await openLinks(of: id))
    }

    /// How many links open documents of a person. They stay when the person goes, as the documents do: an admin may have made
    /// them.
    ///
    /// - Throws: the database's errors.
    package func openLinks(of id: String) async throws -> Int {
        try await Links(workspace.stores.links, base: { nil }).open(of: id).count
    }
}

extension Actor {
    /// - Parameter action: completes "Only an admin may …".
    /// - Throws: `Problem` when they are no admin.
    package func requireAdmin(to action: String) throws {
        if !isAdmin { throw Problem.refused("Only an admin may \(action).") }
    }
}
