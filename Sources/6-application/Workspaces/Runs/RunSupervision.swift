internal import Engine
internal import Pipelines
internal import Platform

/// What goes on beside the runs of a command: the lease is renewed, wishes of other processes are heard, and runs that
/// processes have left unfinished are carried on.
struct RunSupervision: Sendable {
    let workspace: Workspace
    let engine: Engine
    let streams: StandardStreams

    /// Keeps the lease until the task is cancelled.
    func run() async {
        let streams = streams
        await LeaseKeeper(
            engine: engine, leases: workspace.leases,
            report: { streams.report("compass: the lease of this process could not be renewed: \($0)") },
            recovered: { _ in streams.report("compass: the lease of this process can be renewed again") }
        ).run()
    }

    /// Starts to carry on what is unfinished and reports each on the error stream. The task's owner waits for it.
    ///
    /// - Throws: the journal's errors.
    func recover() async throws -> Task<Void, any Error> {
        let (recovery, report, stalls) = (recovery, report, engine.stalls)
        let runs = try await recovery.takeOver()
        return Task {
            // Also what ended runs still owe.
            try await recovery.run(runs, deliver: report)
            // A run that waits may wait for one whose process has died since.
            for await _ in stalls { try await recovery.run(deliver: report) }
        }
    }

    /// Carries on what is unfinished, also what other processes leave so later, until the task is cancelled. Trouble is
    /// reported, and may be over at the next look.
    func recover(every pause: Duration) async {
        while !Task.isCancelled {
            do {
                try await recovery.run(deliver: report)
                try await Task.sleep(for: pause)
            } catch is CancellationError {
                return
            } catch {
                streams.report("compass: unfinished runs could not be carried on now: \(error)")
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }

    private var recovery: Recovery {
        Recovery(
            engine: engine, leases: workspace.leases,
            settled: { [streams] result in Self.tell(settled: result) { streams.report("compass: \($0)") } },
            pipeline: { [workspace] in try await workspace.pipeline(pinnedFor: $0) })
    }

    /// What is told of a run that had ended, and had something to take back still.
    static func tell(settled result: RunResult, _ report: (String) -> Void) {
        if result.isAbandoned { return }
        let stages = result.stages.filter { $0.undo?.status == .running }.map(\.id).joined(separator: ", ")
        report(
            result.run.debt == nil
                ? "run \(result.run.id) of \(result.run.pipeline), which had \(result.run.status.rawValue), has taken back "
                    + "what it still owed"
                : "run \(result.run.id) of \(result.run.pipeline) could still not take back \(stages); it is tried again"
        )
    }

    /// What is told of a run that was carried on.
    private var report: @Sendable (RunResult) async -> Void {
        let (workspace, streams) = (workspace, streams)
        return { result in
            if result.isAbandoned { return }
            do {
                try await Settlement(workspace: workspace).settleOrigin(of: result.run)
                try await workspace.sweepObjects(of: result)
            } catch {
                streams.report(
                    "compass: run \(result.run.id): what was left of it is not yet cleared away: \(error)")
            }
            let file = result.run.file.map { " (\($0))" } ?? ""
            streams.report(
                "compass: run \(result.run.id) of \(result.run.pipeline)\(file), which another process had left "
                    + "unfinished, was carried on: \(result.run.status.rawValue)")
        }
    }
}
