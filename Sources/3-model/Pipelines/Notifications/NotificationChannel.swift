/// A way to deliver notifications: a log file, a webhook, a mail server.
public protocol NotificationChannel: Sendable {
    /// Its kind in the workspace file: "webhook".
    static var kind: String { get }

    /// Where what it is given goes, for people: a file, a host, an address. Never a secret. By default its kind.
    var recipient: String { get }

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
