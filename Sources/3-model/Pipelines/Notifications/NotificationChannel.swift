public import Platform

/// A way to deliver notifications: a log file, a webhook, a mail server.
public protocol NotificationChannel: Sendable {
    /// Its kind in the workspace file: "webhook".
    static var kind: String { get }

    /// Where what it is given goes, for people: a file, a host, an address. Never a secret. By default its kind.
    var recipient: String { get }

    /// Why it cannot deliver as it is set, as far as is known without asking anybody: a clause that begins with what is wrong. Never
    /// a secret. By default nil: nothing is known to be in the way.
    var problem: String? { get }

    /// How many deliveries it begins at once, each by itself, at least 1; more are not handed to it. By default 1.
    var concurrency: Int { get }

    /// The longest time from the call of `deliver`, and of `confirm` before it, to their answers. By default a minute.
    var longestTry: Duration { get }

    /// Tries once. May block: it runs on a worker's thread. After a crash the same notification, with the same id, may be
    /// delivered again, unless the channel is a `ConfirmingChannel`.
    func deliver(_ notification: Notification) async -> DeliveryOutcome
}

extension NotificationChannel {
    public var recipient: String { Self.kind }
    public var problem: String? { nil }
    public var concurrency: Int { 1 }
    public var longestTry: Duration { .seconds(60) }
}

/// A channel that delivers several notifications at the cost of one.
public protocol BatchChannel: NotificationChannel {
    /// Tries each once, in order.
    ///
    /// - Returns: as many outcomes, in the same order.
    func deliver(_ notifications: [Notification]) async -> [DeliveryOutcome]
}

/// The channels of a workspace, by name.
public struct Channels: Sendable {
    private let channels: [String: any NotificationChannel]

    public init(_ channels: [String: any NotificationChannel]) {
        self.channels = channels
    }

    public subscript(name: String) -> (any NotificationChannel)? { channels[name] }

    /// Sorted.
    public var names: [String] { channels.keys.sorted() }
}

/// A channel that can be asked whether a notification has arrived.
///
/// It is asked before a delivery of which nobody knows the outcome is repeated: the process died between sending and
/// recording, or no answer came. So a notification arrives once even where the receiver does not drop repeats.
public protocol ConfirmingChannel: NotificationChannel {
    /// Asks. May block: it runs on a worker's thread. Changes nothing.
    ///
    /// - Returns: as many answers, in the same order.
    func confirm(_ notifications: [Notification]) async -> [Confirmation]
}

/// A channel that keeps what it has delivered in a place of this machine, from where it can be removed.
public protocol ErasingChannel: NotificationChannel {
    /// Removes what was delivered for some runs. Nothing that is delivered meanwhile is lost. May block: give it a thread.
    ///
    /// - Returns: how much was removed.
    /// - Throws: `SystemError`; nothing is removed then.
    func erase(ofRuns runs: Set<String>) async throws -> Int
}

/// What is known of a delivery whose outcome was not recorded.
public enum Confirmation: Sendable, Hashable {
    /// It has arrived. `detail`: what the other side said.
    case arrived(detail: String)
    /// It has not, or nobody can be asked: it is delivered.
    case deliver
    /// Nobody can say now: it is asked again, not before `after` when the other side asked for that.
    case later(reason: String, after: Duration?)
}

/// What came of one try to deliver a notification.
public enum DeliveryOutcome: Sendable, Hashable {
    /// `detail`: what the other side said, such as "204".
    case delivered(detail: String)
    /// Worth another try, not before `after` when the other side asked for that.
    case retry(reason: String, after: Duration?)
    /// Nothing left this process, for it had to wait or is ending: this was no try, and the notification stays due.
    case unsent
    /// Never going to work.
    case refused(reason: String)
}

/// A channel that workspace files declare by its `type`. A new one is a file with a type that conforms to this, and a place in
/// the program's list of channels.
public protocol DeclaredChannel: NotificationChannel {
    associatedtype Options: PartOptions

    static var spec: PartSpec { get }

    /// Makes the channel and delivers nothing. Called again whenever the workspace file changes.
    ///
    /// - Throws: `StageError` when an option cannot be computed.
    init(options: Options, in context: PartContext) throws(StageError)
}

extension DeclaredChannel {
    public static var kind: String { spec.name }

    /// As the registry holds it.
    static var type: ChannelType {
        ChannelType(spec, Options.self) { options, context throws(StageError) in
            try Self(options: options, in: context)
        }
    }
}

/// A message that a run wants delivered.
public struct Notification: Sendable, Hashable {
    /// Unique and stable over retries, so that a receiver can drop repeats: made of the run, the stage and a number.
    public let id: String
    /// A name in the workspace's `channels`.
    public let channel: String
    public let subject: String
    public let body: String?
    /// What it is about: run, pipeline, and the document's facts; what a webhook's receiver works with.
    public let data: Record
    public let run: String
    public let stage: String
    public let createdAt: Timestamp

    public init(
        id: String, channel: String, subject: String, body: String?, data: Record, run: String, stage: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.channel = channel
        self.subject = subject
        self.body = body
        self.data = data
        self.run = run
        self.stage = stage
        self.createdAt = createdAt
    }
}
