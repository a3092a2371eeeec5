public import Platform

/// Everything that the journal knows of a run.
public struct RunDetail: Sendable {
    public let run: RunRecord
    /// By position.
    public let stages: [StageRecord]
    /// By position and number.
    public let attempts: [AttemptRecord]
    /// The notifications that it queued, and what became of them.
    public let notifications: [NotificationRecord]

    public init(
        run: RunRecord, stages: [StageRecord], attempts: [AttemptRecord], notifications: [NotificationRecord]
    ) {
        self.run = run
        self.stages = stages
        self.attempts = attempts
        self.notifications = notifications
    }
}

/// A notification of a run, with its deliveries.
public struct NotificationRecord: Sendable {
    /// Where it stands.
    public enum State: String, Sendable {
        case waiting, delivered
        case givenUp = "given-up"
    }

    public let notification: Notification
    public let state: State
    /// When it is tried next, while it waits.
    public let nextAttemptAt: Timestamp?
    /// Oldest first.
    public let deliveries: [Delivery]

    public init(notification: Notification, state: State, nextAttemptAt: Timestamp?, deliveries: [Delivery]) {
        self.notification = notification
        self.state = state
        self.nextAttemptAt = nextAttemptAt
        self.deliveries = deliveries
    }
}
