internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Workspaces

/// Removes what has been kept long enough, every hour, in small batches.
final class RetentionService: Service {
    let name = "retention"
    private let context: UpContext
    private let waker = AsyncSignal()

    /// What the start has to do comes first.
    private static let delay = Duration.seconds(30)
    private static let interval = Duration.seconds(3_600)
    /// Between two batches, so that runs that commit meanwhile hardly notice.
    private static let pause = Duration.milliseconds(100)

    init(_ context: UpContext) {
        self.context = context
    }

    func run() async {
        var wait = Self.delay
        while await waker.wait(atMost: wait) {
            do {
                try await remove()
            } catch {
                context.log.warning(
                    "retention-problem", "What was kept long enough cannot be removed now; it is tried again: \(error)")
            }
            wait = Self.interval
        }
    }

    func stop() {
        waker.stop()
    }

    private func remove() async throws {
        let workspace = context.workspace
        let removal = try await Retention(workspace: workspace).removeExpired { [waker] _, isLast in
            if !isLast { _ = await waker.wait(atMost: Self.pause) }
            return !waker.isStopped
        }
        if waker.isStopped { return }
        try await workspace.sweepQuarantine()
        _ = try await context.pool.run { try workspace.removeUnfinishedCopies() }
        for failure in removal.failures { context.log.warning("object-not-erased", failure) }
        if removal.runs + removal.versions > 0 {
            context.log.info(
                "retention", "What was kept long enough was removed", .init("runs", removal.runs),
                .init("versions", removal.versions))
        }
    }
}
