public import Documents
public import Platform

/// Notifications that are committed and not yet delivered.
public protocol Outbox: Sendable {
    /// Takes due notifications of a channel, oldest first, for `lease`: another process gets them only after that.
    func claim(
        of channel: String, at now: Timestamp, limit: Int, lease: Duration
    ) async throws -> [ClaimedNotification]

    /// Gives claims back of which nothing was sent: they are due again, and no try is recorded.
    func release(_ claims: [ClaimedNotification]) async throws

    /// Records tries and what follows from each; durable on return.
    func finish(_ deliveries: [(claimed: ClaimedNotification, delivery: Delivery)]) async throws

    /// The channels for which something waits, sorted by name, each with the time at which its next one is due.
    func due() async throws -> [(channel: String, at: Timestamp)]

    /// How many wait, those that are claimed included.
    func waiting() async throws -> Int

    /// How many wait for another try: no process delivers them, and they were tried before, or fell due by `time` and nobody has
    /// taken them.
    func waitingForAnother(dueBy time: Timestamp) async throws -> Int

    /// All that are on record, newest first, with their tries.
    ///
    /// - Parameters:
    ///   - limit: at most that many, from 1 to 10,000.
    ///   - cursor: the `next` of a page of the same query.
    /// - Throws: `CatalogError` of kind `invalidCursor`; the store's errors.
    func notifications(
        _ query: NotificationQuery, limit: Int, after cursor: String?
    ) async throws -> Page<NotificationRecord>

    /// The one of an id, with its tries; nil: there is none.
    func notification(_ id: String) async throws -> NotificationRecord?

    /// Makes a notification due at once, also one that was delivered or given up: it has all tries before it again, and
    /// those that were stay on record. Durable on return.
    ///
    /// - Returns: false: there is none with that id, or somebody delivers it at this moment; nothing has changed.
    func redeliver(_ id: String, at now: Timestamp) async throws -> Bool
}

extension Outbox {
    /// The same of those in a state; nil: whatever their state.
    public func notifications(
        in state: NotificationRecord.State?, limit: Int, after cursor: String?
    ) async throws -> Page<NotificationRecord> {
        try await notifications(NotificationQuery(state: state), limit: limit, after: cursor)
    }
}

/// A notification that this process may deliver now.
public struct ClaimedNotification: Sendable, Hashable {
    public let notification: Notification
    /// Tries before this one.
    public let attempts: Int
    /// Proves the claim: a later `finish` of somebody whose lease ran out changes nothing.
    public let lease: Timestamp
    /// Whether an earlier claim ended without an outcome: it may have been delivered already.
    public let isUncertain: Bool

    public init(notification: Notification, attempts: Int, lease: Timestamp, isUncertain: Bool = false) {
        self.notification = notification
        self.attempts = attempts
        self.lease = lease
        self.isUncertain = isUncertain
    }
}

/// One try to deliver.
public struct Delivery: Sendable, Hashable {
    /// Where the notification stands after it.
    public enum State: Sendable, Hashable {
        case delivered
        case retry(at: Timestamp)
        case givenUp
    }

    public let state: State
    /// What the other side said, or why it failed.
    public let detail: String
    public let at: Timestamp
    public let durationMilliseconds: Double

    public init(state: State, detail: String, at: Timestamp, durationMilliseconds: Double) {
        self.state = state
        self.detail = detail
        self.at = at
        self.durationMilliseconds = durationMilliseconds
    }
}
