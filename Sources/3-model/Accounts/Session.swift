public import Digests
public import Documents
public import Platform

/// A browser's sign-in. Its secret is not here: it is in the browser's cookie, and its digest in the store.
public struct Session: Sendable, Hashable, Identifiable {
    /// How it began.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        case password
        /// A one-time link.
        case link
    }

    /// Shown in lists; nobody gets in with it.
    public let id: String
    /// The id of whose it is.
    public let person: String
    public let origin: Origin
    public let createdAt: Timestamp
    /// To the minute.
    public var lastSeen: Timestamp
    /// When it ends, however much it is used.
    public let expiresAt: Timestamp
    /// The address that it began from; nil: none is known, as behind a socket of the same machine.
    public let address: String?
    /// What the browser said it is, at most `longestUserAgent` characters of it.
    public let userAgent: String?

    public static let lifetime = Duration.seconds(30 * 86_400)
    public static let longestIdle = Duration.seconds(7 * 86_400)
    public static let longestUserAgent = 300

    public init(
        id: String, person: String, origin: Origin, createdAt: Timestamp, lastSeen: Timestamp, expiresAt: Timestamp,
        address: String?, userAgent: String?
    ) {
        self.id = id
        self.person = person
        self.origin = origin
        self.createdAt = createdAt
        self.lastSeen = lastSeen
        self.expiresAt = expiresAt
        self.address = address
        self.userAgent = userAgent
    }

    /// When it ends unless it is used before.
    public var endsAt: Timestamp { min(expiresAt, lastSeen.advanced(by: Self.longestIdle)) }
}

/// A session or a token with the person whose it is.
public struct Owned<Credential: Sendable>: Sendable {
    public let credential: Credential
    public let person: Person

    public init(_ credential: Credential, of person: Person) {
        self.credential = credential
        self.person = person
    }
}

extension Owned: Equatable where Credential: Equatable {}
extension Owned: Hashable where Credential: Hashable {}

/// Keeps sessions and one-time links. A person's go with the person.
///
/// What is thrown is trouble with the store, unless a method says otherwise; what a call promises is on the disk when it
/// returns, but for `touch`.
public protocol SessionStore: Sendable {
    /// Records a session that begins.
    ///
    /// - Parameters:
    ///   - secret: the digest of its secret.
    ///   - former: the digest of the secret of a session of the same browser, which ends with this; nil: there is none.
    /// - Throws: `AccountError` of kind `noPerson`.
    func begin(_ session: Session, secret: SHA256Digest, replacing former: SHA256Digest?) async throws

    /// The session of a secret with its person, by one look at an index; nil: there is none that goes on at that time.
    func session(secret: SHA256Digest, at time: Timestamp) async throws -> Owned<Session>?

    /// Notes that a session was used, unless that was noted for a time less than a minute before. Survives the process, and
    /// not necessarily the machine.
    func touch(session id: String, at time: Timestamp) async throws

    /// Those that go on at that time, the newest first.
    ///
    /// - Parameters:
    ///   - person: whose; nil: everybody's.
    ///   - limit: at most that many, from 1 to 10,000.
    ///   - cursor: the `next` of a page of the same list.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func sessions(
        of person: String?, at time: Timestamp, limit: Int, after cursor: String?
    ) async throws -> Page<Session>

    /// Ends a session: its secret leads nowhere from now on.
    ///
    /// - Parameter person: whose it has to be; nil: anybody's.
    /// - Returns: false when there is no such session.
    func end(session id: String, of person: String?) async throws -> Bool

    /// Ends all sessions of a person, but for one.
    ///
    /// - Returns: how many.
    @discardableResult
    func endSessions(of person: String, except id: String?) async throws -> Int

    /// Records a one-time link.
    ///
    /// - Parameters:
    ///   - secret: the digest of what stands in it.
    ///   - person: whom it signs in. They need not be on record.
    func addLink(secret: SHA256Digest, person: String, createdAt: Timestamp, expiresAt: Timestamp) async throws

    /// Uses a one-time link up, and begins a session of the person whom it is for. If nobody is on record, `first` is added
    /// to the people in the same step.
    ///
    /// - Parameters:
    ///   - secret: the digest of what stands in it.
    ///   - session: makes the session of a person.
    ///   - sessionSecret, former: as `begin` takes them.
    /// - Returns: nil when there is no such link, its time is over, or its person is not on record and others are.
    func redeemLink(
        secret: SHA256Digest, at time: Timestamp, first: @escaping @Sendable (_ person: String) -> Person,
        session: @escaping @Sendable (_ person: String) -> Session, sessionSecret: SHA256Digest,
        replacing former: SHA256Digest?
    ) async throws -> Owned<Session>?

    /// Removes sessions and links whose time is over, and attempts to sign in that count no more.
    ///
    /// - Parameter limit: at most that many of each.
    /// - Returns: how many sessions.
    func removeExpired(at time: Timestamp, limit: Int) async throws -> Int
}
