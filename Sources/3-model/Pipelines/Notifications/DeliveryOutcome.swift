/// What came of one try to deliver a notification.
public enum DeliveryOutcome: Sendable, Hashable {
    /// `detail`: what the other side said, such as "204".
    case delivered(detail: String)
    /// Worth another try, not before `after` when the other side asked for that.
    case retry(reason: String, after: Duration?)
    /// Never going to work.
    case refused(reason: String)
}
