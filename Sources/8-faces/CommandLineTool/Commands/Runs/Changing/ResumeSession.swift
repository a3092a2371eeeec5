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
        let report = RunReport(streams, isJSON: isJSON)
        let host = RunHost(workspace, width: workers, observe: report.observe)
        let (workspace, workers) = (workspace, workers)
        let recovery = Recovery(
            engine: host.engine, leases: workspace.leases, workers: workers, settlesAll: true,
            settled: { report.observe(.settled($0)) }, pipeline: { try await workspace.pipeline(pinnedFor: $0) })
        try await host.run(.lease) {
            try await recovery.run { result in
                if result.isAbandoned { return }
                await workspace.clear(after: result, report.observe)
                host.end(result)
            }
        } worked: {
            report.end()
        }
        try report.check()
        let debts = try await workspace.leases.debts()
        if debts > 0 {
            streams.report(
                "compass: \(HumanFormat.count(debts, "run")) with something to take back still; it is tried again later"
            )
            return report.code.combined(with: .failed)
        }
        return report.code
    }
}
