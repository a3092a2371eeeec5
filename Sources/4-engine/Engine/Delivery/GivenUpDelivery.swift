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
