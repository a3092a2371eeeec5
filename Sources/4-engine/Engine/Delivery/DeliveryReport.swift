public import Platform

/// What came of one try of a channel, for whoever tells people about it. Holds no secret.
public struct DeliveryReport: Sendable, Hashable {
    public let channel: String
    /// Where the channel delivers to, for people; nil: the workspace has no such channel now.
    public let recipient: String?
    public internal(set) var delivered = 0
    public internal(set) var postponed = 0
    /// Why the last one that was postponed could not be delivered; nil: none was.
    public internal(set) var cause: String?
    /// When the first of those that were postponed is tried again.
    public internal(set) var nextTry: Timestamp?
    /// The first of those that were given up, at most `maxNamed`; `givenUpCount` counts all.
    public internal(set) var givenUp: [GivenUpDelivery]
    public internal(set) var givenUpCount: Int

    /// More are counted and not named.
    public static let maxNamed = 20

    public init(
        channel: String, recipient: String?, delivered: Int = 0, postponed: Int = 0, cause: String? = nil,
        nextTry: Timestamp? = nil, givenUp: [GivenUpDelivery] = []
    ) {
        self.channel = channel
        self.recipient = recipient
        self.delivered = delivered
        self.postponed = postponed
        self.cause = cause
        self.nextTry = nextTry
        self.givenUp = Array(givenUp.prefix(Self.maxNamed))
        givenUpCount = givenUp.count
    }

    /// Adds a later try of the same channel.
    public mutating func add(_ other: DeliveryReport) {
        delivered += other.delivered
        postponed += other.postponed
        cause = other.cause ?? cause
        nextTry = [nextTry, other.nextTry].compactMap(\.self).min()
        givenUp += other.givenUp.prefix(Self.maxNamed - givenUp.count)
        givenUpCount += other.givenUpCount
    }
}

/// A notification that will not be delivered, for whoever tells people about it. Holds no secret, and nothing of what was
/// to be announced.
public struct GivenUpDelivery: Sendable, Hashable {
    public let channel: String
    /// Where the channel delivers to, for people; nil: the workspace has no such channel now.
    public let recipient: String?
    public let run: String
    public let stage: String
    /// What the other side said to the last try, or why that failed.
    public let cause: String

    public init(channel: String, recipient: String?, run: String, stage: String, cause: String) {
        self.channel = channel
        self.recipient = recipient
        self.run = run
        self.stage = stage
        self.cause = cause
    }
}
