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
