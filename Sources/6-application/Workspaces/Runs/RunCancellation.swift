internal import Engine
package import Pipelines
internal import Platform

/// Ends runs that go on, in this process or in others.
package struct RunCancellation: Sendable {
    package let workspace: Workspace
    package let report: @Sendable (HostEvent) -> Void

    package init(workspace: Workspace, report: @escaping @Sendable (HostEvent) -> Void) {
        self.workspace = workspace
        self.report = report
    }

    /// Takes a run over, whoever it belongs to, takes back what it did, and records it as cancelled.
    ///
    /// - Returns: the run as it ended, which it may have before this; nil: there is none.
    /// - Throws: the journal's errors; what keeps its definition from being read.
    package func takeBack(_ id: String) async throws -> (run: RunRecord, stages: [StageRecord])? {
        guard try await workspace.leases.seize(id) else {
            // It has ended in this moment.
            return try await workspace.journal.run(id).map { ($0.run, $0.stages) }
        }
        Failpoint.pass("cancel.seized")
        guard let detail = try await workspace.journal.run(id) else { return nil }
        let pipeline = try await workspace.pipeline(pinnedFor: detail)
        let host = RunHost(workspace, width: 2, observe: report)
        let result = try await host.run(.lease) { await host.engine.cancel(detail, of: pipeline) }
        return (result.run, result.stages)
    }

    /// The run once it has ended; nil when the time is over. Other processes send no events, so the journal is asked.
    package func end(of id: String, within time: Duration) async throws -> RunDetail? {
        let deadline = ContinuousClock.now + time
        while true {
            if let detail = try await workspace.journal.run(id), detail.run.status != .running { return detail }
            if ContinuousClock.now >= deadline { return nil }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
