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

/// What is known of a delivery whose outcome was not recorded.
public enum Confirmation: Sendable, Hashable {
    /// It has arrived. `detail`: what the other side said.
    case arrived(detail: String)
    /// It has not, or nobody can be asked: it is delivered.
    case deliver
    /// Nobody can say now: it is asked again, not before `after` when the other side asked for that.
    case later(reason: String, after: Duration?)
}
