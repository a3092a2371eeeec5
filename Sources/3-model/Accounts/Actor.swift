/// Who asks for something: what decides what they may, and what the audit shows.
public struct Actor: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A person, signed in with a browser.
        case session
        /// A program with a person's token.
        case token
        /// Whoever works in the workspace's folder, by their account of the system.
        case account
        /// Whoever has a link to documents.
        case link
        /// The program itself, at what it does on its own.
        case service
    }

    public let kind: Kind
    /// The person's id, the account's name, the link's id, or the name of the part of the service.
    public let name: String
    /// The id of the session or of the token; nil: neither.
    public let credential: String?
    /// Where the request comes from; nil: from this machine.
    public let address: String?
    /// A person's; nil: it is no person's.
    public let role: Role?
    /// A token's; nil: not limited by any.
    public let scopes: [TokenScope]?

    private init(
        _ kind: Kind, name: String, credential: String? = nil, address: String? = nil, role: Role? = nil,
        scopes: [TokenScope]? = nil
    ) {
        (self.kind, self.name, self.credential) = (kind, name, credential)
        (self.address, self.role, self.scopes) = (address, role, scopes)
    }

    public static func session(_ session: Owned<Session>, address: String?) -> Actor {
        Actor(
            .session, name: session.person.id, credential: session.credential.id, address: address,
            role: session.person.role)
    }

    public static func token(_ token: Owned<APIToken>, address: String?) -> Actor {
        Actor(
            .token, name: token.person.id, credential: token.credential.id, address: address, role: token.person.role,
            scopes: token.credential.scopes)
    }

    /// - Parameter name: of the account of the system.
    public static func account(_ name: String) -> Actor { Actor(.account, name: name) }

    /// - Parameter id: of the link.
    public static func link(_ id: String, address: String?) -> Actor { Actor(.link, name: id, address: address) }

    /// - Parameter name: of the part of the service: "retention".
    public static func service(_ name: String) -> Actor { Actor(.service, name: name) }

    /// The id of the person who asks, or for whom is asked; nil: none.
    public var person: String? { role == nil ? nil : name }
}

/// What an actor may.
extension Actor {
    /// Whose documents and accounts they may see and change.
    public enum Reach: Sendable, Hashable {
        case everybody
        /// Those of one person, by their id.
        case own(String)
        case nobody
    }

    /// A token never reaches further than its person; an admin's without the scope `admin` reaches as far as its person's
    /// own documents.
    public var reach: Reach {
        switch kind {
        case .account, .service: .everybody
        case .link: .nobody
        case .session, .token: isAdmin ? .everybody : .own(name)
        }
    }

    /// Whether they may what only admins may.
    public var isAdmin: Bool {
        switch kind {
        case .account, .service: true
        case .link: false
        case .session: role == .admin
        case .token: role == .admin && (scopes ?? []).contains(.admin)
        }
    }

    /// Whether they have a scope, or one that includes it. A person who is no admin has no scope that is for admins, whatever
    /// their token says.
    public func has(_ scope: TokenScope) -> Bool {
        switch kind {
        case .account, .service: return true
        case .link: return false
        case .session, .token:
            if scope.isForAdmins, role != .admin { return false }
            if scope == .admin { return isAdmin }
            return scopes?.contains { $0.includes(scope) } ?? true
        }
    }
}
