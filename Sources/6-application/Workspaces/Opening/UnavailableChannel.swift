package import Pipelines

/// Stands for a channel whose settings cannot be computed now. What it is given stays in the outbox.
package struct UnavailableChannel: NotificationChannel {
    package static let kind = "unavailable"
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
    package let concurrency = 64
    package var recipient: String { "not available: \(reason)" }

    package func deliver(_ notification: Notification) async -> DeliveryOutcome {
        .retry(reason: reason, after: nil)
    }
}
