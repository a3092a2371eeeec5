package import Engine
internal import Pipelines
internal import Platform

/// What goes on beside the runs of a command: the lease is renewed, wishes of other processes are heard, and runs that
/// processes have left unfinished are carried on.
package struct RunSupervision: Sendable {
    package let workspace: Workspace
    package let engine: Engine
    package let report: @Sendable (HostEvent) -> Void

    package init(workspace: Workspace, engine: Engine, report: @escaping @Sendable (HostEvent) -> Void) {
        self.workspace = workspace
        self.engine = engine
        self.report = report
    }

    /// Keeps the lease until the task is cancelled.
    package func run() async {
        let report = report
        await LeaseKeeper(
            engine: engine, leases: workspace.leases,
            report: { report(.leaseTrouble($0)) },
            recovered: { _ in report(.leaseRenewed) }
        ).run()
    }

    /// Starts to carry on what is unfinished. The task's owner waits for it.
    ///
    /// - Throws: the journal's errors.
    package func recover() async throws -> Task<Void, any Error> {
        let (recovery, settle, stalls) = (recovery, settle, engine.stalls)
        let runs = try await recovery.takeOver()
        return Task {
            // Also what ended runs still owe.
            try await recovery.run(runs, deliver: settle)
            // A run that waits may wait for one whose process has died since.
            for await _ in stalls { try await recovery.run(deliver: settle) }
        }
    }

    /// Carries on what is unfinished, also what other processes leave so later, until the task is cancelled. Trouble is
    /// reported, and may be over at the next look.
    package func recover(every pause: Duration) async {
        while !Task.isCancelled {
            do {
                try await recovery.run(deliver: settle)
                try await Task.sleep(for: pause)
            } catch is CancellationError {
                return
            } catch {
                report(.recoveryTrouble(error))
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }

    private var recovery: Recovery {
        Recovery(
            engine: engine, leases: workspace.leases,
            settled: { [report] in report(.settled($0)) },
            pipeline: { [workspace] in try await workspace.pipeline(pinnedFor: $0) })
    }

    /// Clears away what a run that was carried on has left.
    private var settle: @Sendable (RunResult) async -> Void {
        let (workspace, report) = (workspace, report)
        return { result in
            if result.isAbandoned { return }
            do {
                try await Settlement(workspace: workspace).settleOrigin(of: result.run)
                try await workspace.sweepObjects(of: result)
            } catch {
                report(.notCleared(result, error))
            }
            report(.carriedOn(result))
        }
    }
}
