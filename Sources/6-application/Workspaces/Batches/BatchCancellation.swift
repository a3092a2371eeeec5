internal import Diagnostics
internal import Pipelines
internal import Platform
package import Representations

/// Gives batches up for good: no further item begins, and the runs of those on their way are cancelled, in whatever process.
package struct BatchCancellation: Sendable {
    package struct Outcome: Sendable {
        /// What is on record of it now.
        package let summary: BatchSummary
        /// Runs whose processes have been told and have not reacted in time. They may still do so.
        package let unresponsive: [String]
    }

    private let workspace: Workspace
    private let cancellation: RunCancellation

    /// - Parameter observe: is told what happens to runs that are taken over to be cancelled here.
    package init(workspace: Workspace, observe: @escaping @Sendable (HostEvent) -> Void) {
        self.workspace = workspace
        cancellation = RunCancellation(workspace: workspace, report: observe)
    }

    /// Cancels a batch; runs of it that no process works on are taken over and taken back here.
    ///
    /// - Parameter time: how long processes that work on its runs have to react, together.
    /// - Throws: `Problem` when there is no such batch, or it has ended already; the journal's errors; what keeps the
    ///   definition of an abandoned run from being read.
    package func cancel(_ id: String, within time: Duration) async throws -> Outcome {
        let unfinished: [String]
        switch try await workspace.batches.cancelBatch(id) {
        case .unknown: throw Problem.noBatch(id)
        case .finished(let status):
            throw Problem.refused("Batch \(id) has ended already: \(status.rawValue).")
        case .cancelled(let runs): unfinished = runs
        }
        Failpoint.pass("batch.cancelled")
        let unresponsive = try await end(unfinished, within: time)
        guard let ended = try await workspace.batches.batch(id) else { throw Problem.noBatch(id) }
        return Outcome(
            summary: BatchSummary(batch: ended, counts: try await workspace.batches.counts(ofBatch: id)),
            unresponsive: unresponsive)
    }

    /// Ends runs that are wanted cancelled: those of no living process here.
    ///
    /// - Returns: those whose process has not reacted in time.
    private func end(_ runs: [String], within time: Duration) async throws -> [String] {
        let deadline = ContinuousClock.now + time
        var told: [String] = []
        for run in runs {
            switch try await workspace.leases.requestCancellation(of: run) {
            case .requested: told.append(run)
            case .abandoned: _ = try await cancellation.takeBack(run)
            case .finished, .unknown: break
            }
        }
        var unresponsive: [String] = []
        for run in told where try await cancellation.end(of: run, within: deadline - .now) == nil {
            unresponsive.append(run)
        }
        return unresponsive
    }
}
