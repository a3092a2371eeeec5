internal import Pipelines

/// Stands for a channel whose settings cannot be computed now. What it is given stays in the outbox.
struct UnavailableChannel: NotificationChannel {
    static let kind = "unavailable"
    let reason: String
    let concurrency = 64
    var recipient: String { "not available: \(reason)" }

    func deliver(_ notification: Notification) async -> DeliveryOutcome {
        .retry(reason: reason, after: nil)
    }
}
