package import Engine
package import Platform

/// Delivers notifications beside the work of a command, and for a while at its end.
package struct SideDelivery: Sendable {
    /// How long it goes on after the work has ended, for notifications that have to be tried again too; they stay in the
    /// outbox after that.
    package static let ending = OutboxDelivery.Ending(begins: patience, waits: patience)
    private static let patience = Duration.seconds(5)

    private let waker = Waker()
    private let task: Task<OutboxDelivery.Tally, any Error>

    /// - Parameter body: delivers until the waker is stopped, and as long after that as `ending` says.
    package init(_ body: @escaping @Sendable (Waker) async throws -> OutboxDelivery.Tally) {
        task = Task { [waker] in try await body(waker) }
    }

    /// Something has been announced.
    package func wake() { waker.wake() }

    /// Waits for what is left. A receiver that hangs does not keep the command: what is under way in the end counts as a
    /// try.
    package func end() async throws -> OutboxDelivery.Tally {
        waker.stop()
        let alarm = AlarmClock.shared.set(after: Self.patience) { task.cancel() }
        defer { alarm.stop() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
