public import Documents
public import Platform

/// A change that somebody asked for: on record before it is made.
public struct AuditEntry: Sendable, Hashable, Identifiable {
    /// What the change is about.
    public struct Subject: Sendable, Hashable {
        /// "document", "run", "person".
        public let kind: String
        public let id: String

        public init(_ kind: String, _ id: String) {
            self.kind = kind
            self.id = id
        }
    }

    /// What came of it.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case succeeded
        /// It was not done, as things stood.
        case refused
        /// Something broke, or it was given up; parts of it may have been done.
        case failed
    }

    /// Who asked, as it was then. `Actor` has more, which is not kept.
    public struct By: Sendable, Hashable {
        public let kind: Actor.Kind
        public let name: String
        public let credential: String?
        public let address: String?

        public init(kind: Actor.Kind, name: String, credential: String?, address: String?) {
            self.kind = kind
            self.name = name
            self.credential = credential
            self.address = address
        }

        public init(_ actor: Actor) {
            self.init(kind: actor.kind, name: actor.name, credential: actor.credential, address: actor.address)
        }
    }

    public let id: String
    public let at: Timestamp
    public let by: By
    /// A verb behind what it acts on: "documents.share".
    public let action: String
    public let subject: Subject
    /// What the change consists of, in short; never a secret. nil: the action says it.
    public let detail: String?
    /// When it ended; nil together with `outcome`: it goes on, or its process died before it could tell.
    public var finishedAt: Timestamp?
    public var outcome: Outcome?
    /// Why it was refused or failed.
    public var reason: String?

    public init(
        id: String, at: Timestamp, by: By, action: String, subject: Subject, detail: String?,
        finishedAt: Timestamp? = nil, outcome: Outcome? = nil, reason: String? = nil
    ) {
        self.id = id
        self.at = at
        self.by = by
        self.action = action
        self.subject = subject
        self.detail = detail
        self.finishedAt = finishedAt
        self.outcome = outcome
        self.reason = reason
    }
}

/// Which entries are listed.
public struct AuditQuery: Sendable, Hashable {
    /// The name of who asked: a person's id, an account's name.
    public var actor: String?
    /// The ids of what changes were about; empty: of anything.
    public var subjects: [String]
    /// Those of that time and later.
    public var since: Timestamp?
    /// Those before that time.
    public var until: Timestamp?

    public init(actor: String? = nil, subject: String? = nil, since: Timestamp? = nil) {
        self.actor = actor
        subjects = subject.map { [$0] } ?? []
        self.since = since
    }
}

/// Keeps what was changed, by whom, when and from where. Nothing is removed from it but with a person
/// who is erased (`PersonRecords`): retention has no rule for it.
///
/// What is thrown is trouble with the store, unless a method says otherwise.
public protocol AuditLog: Sendable {
    /// Records changes that are about to be made, all or none. They are on the disk when this returns.
    func begin(_ entries: [AuditEntry]) async throws

    /// Records what came of changes. Survives the process; a machine that loses power in that moment leaves the entries
    /// without an outcome.
    func finish(
        audit ids: [String], outcome: AuditEntry.Outcome, reason: String?, at time: Timestamp
    ) async throws

    /// The newest first.
    ///
    /// - Parameters:
    ///   - limit: at most that many, from 1 to 10,000.
    ///   - cursor: the `next` of a page of the same query.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func entries(_ query: AuditQuery, limit: Int, after cursor: String?) async throws -> Page<AuditEntry>
}
