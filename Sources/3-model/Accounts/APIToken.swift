public import Digests
public import Documents
public import Platform

/// What a token may. A person signed in has all that their role has.
public enum TokenScope: String, Sendable, Hashable, CaseIterable, Comparable {
    case documentsRead = "documents:read"
    /// Also reads.
    case documentsWrite = "documents:write"
    case runsRead = "runs:read"
    /// Also reads.
    case runsWrite = "runs:write"
    /// The figures of the process, which are about everybody. It needs a person who is an admin.
    case metrics
    /// What only admins may. It has the other scopes in it, and needs a person who is one.
    case admin

    /// Whether it is for admins and their tokens alone.
    public var isForAdmins: Bool { self == .metrics || self == .admin }

    /// Whether it gives leave to what another one does.
    public func includes(_ other: TokenScope) -> Bool {
        switch self {
        case .admin: true
        case .documentsWrite: other == self || other == .documentsRead
        case .runsWrite: other == self || other == .runsRead
        case .documentsRead, .runsRead, .metrics: other == self
        }
    }

    public static func < (left: TokenScope, right: TokenScope) -> Bool { left.rawValue < right.rawValue }
}

/// A token with which a program acts for a person. Its secret is not here: whoever made it was shown it once.
public struct APIToken: Sendable, Hashable, Identifiable {
    /// Shown in lists; nobody gets in with it.
    public let id: String
    /// For people: what it is for.
    public let name: String
    /// The id of whose it is.
    public let person: String
    /// At least one, each once, in their order.
    public let scopes: [TokenScope]
    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// To the minute; nil: never.
    public var lastUsed: Timestamp?
    /// nil: it was not.
    public var revokedAt: Timestamp?

    public static let standardLifetime = Duration.seconds(90 * 86_400)
    public static let longestLifetime = Duration.seconds(366 * 86_400)
    /// In characters.
    public static let longestName = 100

    /// - Throws: `AccountError` of kind `invalidToken`.
    public init(
        id: String, name: String, person: String, scopes: Set<TokenScope>, createdAt: Timestamp, expiresAt: Timestamp
    ) throws(AccountError) {
        if name.allSatisfy(\.isWhitespace) || name.count > Self.longestName {
            throw AccountError(.invalidToken, "A token needs a name of 1 to \(Self.longestName) characters.")
        }
        if let character = UnsafeCharacters.first(in: name) {
            throw AccountError(
                .invalidToken,
                "The name has the character \(character), which cannot be seen or acts on what shows it. Write the name "
                    + "without it.")
        }
        if scopes.isEmpty {
            let words = TokenScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw AccountError(.invalidToken, "A token needs a scope, one or more of \(words).")
        }
        if expiresAt <= createdAt || expiresAt > createdAt.advanced(by: Self.longestLifetime) {
            throw AccountError(.invalidToken, "A token is valid for at least a moment and for at most 366 days.")
        }
        self.init(
            storedID: id, name: name, person: person, scopes: scopes.sorted(), createdAt: createdAt,
            expiresAt: expiresAt, lastUsed: nil, revokedAt: nil)
    }

    /// A token as it was stored, by whichever rules held then.
    public init(
        storedID id: String, name: String, person: String, scopes: [TokenScope], createdAt: Timestamp,
        expiresAt: Timestamp, lastUsed: Timestamp?, revokedAt: Timestamp?
    ) {
        self.id = id
        self.name = name
        self.person = person
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsed = lastUsed
        self.revokedAt = revokedAt
    }

    /// What it is at a time.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case valid
        case expired
        case revoked
    }

    public func state(at time: Timestamp) -> State {
        if revokedAt != nil { return .revoked }
        return time < expiresAt ? .valid : .expired
    }
}

/// Keeps tokens, also those that are valid no more. A person's go with the person.
///
/// What is thrown is trouble with the store, unless a method says otherwise; what a call promises is on the disk when it
/// returns, but for `touch`.
public protocol TokenStore: Sendable {
    /// - Parameter secret: the digest of its secret.
    /// - Throws: `AccountError` of kind `noPerson`.
    func add(_ token: APIToken, secret: SHA256Digest) async throws

    /// The token of a secret with its person, whatever its state, by one look at an index; nil: there is none.
    func token(secret: SHA256Digest) async throws -> Owned<APIToken>?

    /// nil: there is none.
    func token(_ id: String) async throws -> APIToken?

    /// Notes that a token was used, unless that was noted for a time less than a minute before. Survives the process, and
    /// not necessarily the machine.
    func touch(token id: String, at time: Timestamp) async throws

    /// The newest first, whatever their state.
    ///
    /// - Parameters:
    ///   - person: whose; nil: everybody's.
    ///   - limit: at most that many, from 1 to 10,000.
    ///   - cursor: the `next` of a page of the same list.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func tokens(of person: String?, limit: Int, after cursor: String?) async throws -> Page<APIToken>

    /// Ends a token: its secret leads nowhere from now on. One that was revoked before stays as it is.
    ///
    /// - Parameter person: whose it has to be; nil: anybody's.
    /// - Returns: the token as it is on record; nil: there is none.
    func revoke(token id: String, of person: String?, at time: Timestamp) async throws -> APIToken?
}
