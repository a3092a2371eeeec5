package import Accounts
internal import Engine
package import Pipelines
internal import Platform
internal import Representations

/// Ends runs that go on, in this process or in others.
package struct RunCancellation: Sendable {
    package let workspace: Workspace
    package let report: @Sendable (HostEvent) -> Void

    package init(workspace: Workspace, report: @escaping @Sendable (HostEvent) -> Void) {
        self.workspace = workspace
        self.report = report
    }

    package enum Outcome: Sendable {
        /// It ended, now or in the meantime, as its status says.
        case ended(run: RunRecord, stages: [StageRecord])
        /// It had ended before.
        case hadEnded(RunStatus)
        /// The process that works on it has been told, and has not reacted in time. It may still do so.
        case unresponsive

        /// As the audit has it.
        package var audited: AuditEntry.Outcome {
            switch self {
            case .ended(let run, _): run.status == .cancelled ? .succeeded : .refused
            case .hadEnded: .refused
            case .unresponsive: .failed
            }
        }
    }

    /// Cancels a run: the process that works on it is told, and one that nobody works on is taken back here.
    ///
    /// - Parameters:
    ///   - time: how long the run's process has to react.
    ///   - isForced: whether the run is taken away from a process that does not, and taken back here.
    /// - Throws: `Problem` when there is no such run; the journal's errors; what keeps its definition from being read.
    package func cancel(_ id: String, within time: Duration, isForced: Bool) async throws -> Outcome {
        switch try await workspace.leases.requestCancellation(of: id) {
        case .unknown: throw Problem.noRun(id)
        case .finished(let status): return .hadEnded(status)
        case .requested:
            if let ended = try await end(of: id, within: time) { return .ended(run: ended.run, stages: ended.stages) }
            if !isForced { return .unresponsive }
        case .abandoned: break
        }
        guard let ended = try await takeBack(id) else { throw Problem.noRun(id) }
        return .ended(run: ended.run, stages: ended.stages)
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

    /// The run once it has ended; nil when the time is over, or the run is not on record any more.
    package func end(of id: String, within time: Duration) async throws -> RunDetail? {
        let deadline = ContinuousClock.now + time
        let ending = try await RunEnds().end(
            of: id, in: workspace.journal, isLeaving: { ContinuousClock.now >= deadline })
        if case .ended(let detail) = ending { return detail }
        return nil
    }
}
