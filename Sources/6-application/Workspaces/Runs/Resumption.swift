internal import Documents
internal import Engine
package import Pipelines
internal import Platform
internal import Representations

/// Finishes what was left in a workspace: runs that their process has left, batches that were interrupted, and what has to be
/// done beside runs.
package struct Resumption: Sendable {
    /// What was done beside runs.
    package struct Upkeep: Sendable, Hashable {
        /// Versions in the trash that were erased, as `retention` says.
        package var erased = 0
        /// A message for each object of an erased document that could not be deleted and stays queued.
        package var failures: [String] = []
        package var delivered = 0
        package var givenUp = 0
        /// Notifications that wait for a later try.
        package var waiting = 0
    }

    package let workspace: Workspace

    package init(of workspace: Workspace) {
        self.workspace = workspace
    }

    /// Carries every run that its process has left unfinished on at the stage where it stopped, with what is recorded of the
    /// stages before, and waits for those that wait for their next try. Runs of living processes are left alone.
    ///
    /// - Parameters:
    ///   - workers: how many go on at a time.
    ///   - observe: is told of everything; called on any thread.
    ///   - worked: is called when no run goes on any more.
    /// - Returns: how many runs have something to take back still, which is tried again later.
    /// - Throws: the journal's errors.
    package func resumeRuns(
        workers: Int, observe: @escaping @Sendable (HostEvent) -> Void, worked: @escaping @Sendable () -> Void
    ) async throws -> Int {
        let workspace = workspace
        let host = RunHost(workspace, width: workers, observe: observe)
        let recovery = Recovery(
            engine: host.engine, leases: workspace.leases, workers: workers, settlesAll: true,
            settled: { observe(.settled($0)) }, pipeline: { try await workspace.pipeline(pinnedFor: $0) })
        try await host.run(.lease) {
            try await recovery.run { result in
                if result.isAbandoned { return }
                await workspace.clear(after: result, observe)
                await host.end(result)
            }
        } worked: {
            worked()
        }
        return try await workspace.leases.debts()
    }

    /// Goes on with every batch that was interrupted and that nobody works on.
    ///
    /// - Parameters:
    ///   - carryOut: carries one to its end, with its pipeline as it was when it began; see `BatchRun`.
    ///   - refused: is told of one whose definition cannot be read any more. No later version reads it better, so it is on
    ///     record as failed and does not stay unfinished for ever.
    /// - Throws: the journal's errors; what `carryOut` throws, but for `InvalidFiles` and `Problem`.
    package func resumeBatches(
        _ carryOut: (BatchRecord, Pipeline) async throws -> Void, refused: (BatchRecord) -> Void
    ) async throws {
        let start = BatchStart(workspace: workspace, report: { _ in })
        for batch in try await workspace.batches.unfinishedBatches() {
            if Task.isCancelled { break }
            guard try await start.isFree(batch) else { continue }
            do {
                try await carryOut(batch, try await workspace.pipeline(pinnedFor: batch))
            } catch let error where error is InvalidFiles || error is Problem {
                var failed = batch
                failed.status = .failed
                failed.finishedAt = .now()
                failed.error = RunFailure(
                    stage: "", kind: "not-resumable",
                    message: "The definition of this batch cannot be read any more: \(error). Start the pipeline again."
                )
                try await workspace.batches.put(failed)
                refused(failed)
            }
        }
    }

    /// Removes what processes that died left in the quarantine folder and what `retention` does not keep any longer, deletes
    /// objects of erased documents, and delivers notifications that are due.
    ///
    /// - Parameter timeout: notifications that fall due within it are waited for; tries begin for half a minute at least.
    /// - Throws: the journal's errors; those of the quarantine folder.
    package func keepUp(timeout: Duration) async throws -> Upkeep {
        var upkeep = Upkeep()
        try await workspace.sweepQuarantine()
        let retention = Retention(workspace: workspace)
        upkeep.erased = try await retention.emptyTrash()
        upkeep.failures = try await workspace.eraseQueuedObjects()
        let begun = Timestamp.now()
        let tally = try await workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
            .drain(OutboxDelivery.Ending(begins: max(.seconds(30), timeout), waits: timeout))
        (upkeep.delivered, upkeep.givenUp) = (tally.delivered, tally.givenUp)
        upkeep.waiting = try await workspace.outbox.waitingForAnother(dueBy: begun)
        try await retention.pruneBriefly()
        return upkeep
    }
}
