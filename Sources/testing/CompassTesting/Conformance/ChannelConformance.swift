public import Pipelines
public import Platform

/// What a channel has to do, as rules that its tests go through one by one:
///
///     @Test("the channel keeps its contract", arguments: ChannelConformance.rules)
///     func contract(rule: ChannelRule) async throws {
///         try await rule.check(MyRecipient())
///     }
public enum ChannelConformance {
    /// All of them.
    public static let rules = deliveries + texts + repeats + troubles + settings
}

/// One rule: a condition and what follows from it.
public struct ChannelRule: Sendable, CustomStringConvertible {
    public let description: String
    private let body: @Sendable (any TestedRecipient) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any TestedRecipient) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Tries the rule out, on threads that the channel may block.
    ///
    /// - Parameter recipient: a fresh one, to which nothing was sent.
    /// - Throws: `ConformanceError` when the channel does something else; what the recipient throws.
    public func check(_ recipient: any TestedRecipient) async throws {
        try await withTaskExecutorPreference(WorkerPool(name: "channel", width: 8)) { try await body(recipient) }
    }
}

/// Whom a channel under test delivers to: a file, a server. It goes when the last reference does.
public protocol TestedRecipient: Sendable {
    /// A channel to it, as one more process would have it: channels of two calls know nothing of each other. One that can
    /// confirm is set up so that it can.
    func channel() throws -> any NotificationChannel

    /// What has arrived, in order; what came twice is there twice.
    func arrived() async throws -> [ArrivedNotification]

    /// A channel of this kind, with settings as secret as those of `channel`, whose recipient is away for now.
    func absentChannel() throws -> any NotificationChannel

    /// A channel of this kind whose recipient takes what it is sent and does not answer for as long as the channel waits,
    /// which is longer than a test takes; nil of a kind that waits for nobody.
    ///
    /// - Returns: with it what returns once the recipient was sent something.
    func silentChannel() throws -> (channel: any NotificationChannel, isReached: @Sendable () async throws -> Void)?

    /// What stands in the settings of the channels and is to be seen nowhere.
    var secrets: [String] { get }
}

extension TestedRecipient {
    public func silentChannel() throws -> (
        channel: any NotificationChannel, isReached: @Sendable () async throws -> Void
    )? {
        nil
    }
    public var secrets: [String] { [] }
}

/// A notification as it has arrived.
public struct ArrivedNotification: Sendable, Hashable {
    /// The notification's own.
    public let id: String
    public let subject: String
    /// nil: none, or an empty one.
    public let body: String?
    /// What the notification carries; nil: the channel delivers texts alone.
    public let data: Record?

    public init(id: String, subject: String, body: String?, data: Record?) {
        self.id = id
        self.subject = subject
        self.body = body?.isEmpty == true ? nil : body
        self.data = data
    }
}
