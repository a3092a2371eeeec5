public import Platform

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
