internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Carries unfinished runs on and shows each as `compass run` does.
struct ResumeSession: Sendable {
    let workspace: Workspace
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    /// - Returns: what the runs come to together.
    func run() async throws -> ExitCode {
        let isLive = streams.terminal.isInteractive
        let display = ProgressDisplay(streams: streams, isSilent: isJSON)
        let engine = workspace.engine(
            pool: WorkerPool(name: "worker", width: workers),
            observe: { [streams] in RunSession.show($0, on: display, isLive: isLive, streams) })
        let supervision = RunSupervision(workspace: workspace, engine: engine, report: streams.report)
        let supervising = Task { await supervision.run() }
        defer { supervising.cancel() }
        var code = ExitCode.success
        var trouble: (any Error)?
        let workspace = workspace
        try await Recovery(
            engine: engine, leases: workspace.leases, workers: workers, settlesAll: true,
            settled: { [streams] in streams.report(.settled($0)) },
            pipeline: { try await workspace.pipeline(pinnedFor: $0) }
        ).run { result in
            if result.isAbandoned { return }
            code = code.combined(with: ExitCode(result))
            if let failure = result.journalFailure {
                code = code.combined(with: .failed)
                streams.report("compass: run \(result.run.id) could not be recorded to its end: \(failure.message)")
            }
            do {
                try await Settlement(workspace: workspace).settleOrigin(of: result.run)
                try await workspace.sweepObjects(of: result)
                if !isLive { RunSession.finish(result, on: display) }
                if isJSON {
                    try streams.print(json: result.record)
                    try streams.flush()
                }
            } catch {
                trouble = trouble ?? error
            }
        }
        display.end()
        if let trouble { throw trouble }
        let debts = try await workspace.leases.debts()
        if debts > 0 {
            streams.report(
                "compass: \(HumanFormat.count(debts, "run")) with something to take back still; it is tried again later"
            )
            code = code.combined(with: .failed)
        }
        return code
    }
}
