public import Pipelines
internal import Platform

/// Keeps this process's lease, and passes on what other processes want of its runs. To be run beside them.
public struct LeaseKeeper: Sendable {
    private let engine: Engine
    private let leases: any RunLeases
    private let report: @Sendable (any Error) -> Void

    /// Nothing tells a process that another one wrote to the database, so it looks.
    private static let interval = Duration.milliseconds(250)

    /// - Parameter report: gets trouble with the lease; the next try may succeed, and a lease that ran out is noticed at
    ///   the next write.
    public init(
        engine: Engine, leases: any RunLeases, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.engine = engine
        self.leases = leases
        self.report = report
    }

    /// Returns when its task is cancelled.
    public func run() async {
        var renewed = ContinuousClock.now
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: Self.interval)
                if ContinuousClock.now - renewed > leases.lease / 3 {
                    engine.cancel(try await leases.renew())
                    // One that waits would otherwise notice only at its next write.
                    let waiting = engine.active.waitingRuns
                    if !waiting.isEmpty { engine.active.drop(waiting.subtracting(try await leases.owned())) }
                    renewed = .now
                } else {
                    engine.cancel(try await leases.cancellations())
                }
                // Runs whose end could not be recorded must not look as if this process still worked on them.
                let unrecorded = engine.active.unrecorded
                if !unrecorded.isEmpty {
                    try await leases.release(unrecorded)
                    engine.active.forget(unrecorded)
                }
            } catch is CancellationError {
                return
            } catch {
                report(error)
            }
        }
    }
}
