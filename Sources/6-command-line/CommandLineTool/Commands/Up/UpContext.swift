internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// What all services of a long-lived process share, and what a reload replaces of it.
final class UpContext: Sendable {
    /// As the last reload left it.
    struct Current: Sendable {
        /// The definition of the workspace may be newer than the one that the process began with; the stores stay.
        var workspace: Workspace
        var engine: Engine
        /// Sorted by name; all are pinned.
        var pipelines: [Pipeline]
    }

    let log: Log
    let dispatcher: Dispatcher
    let monitor: RunMonitor
    private let state: Mutex<Current>

    init(_ current: Current, dispatcher: Dispatcher, monitor: RunMonitor, log: Log) {
        state = Mutex(current)
        self.dispatcher = dispatcher
        self.monitor = monitor
        self.log = log
    }

    var current: Current { state.withLock { $0 } }
    var workspace: Workspace { current.workspace }
    var engine: Engine { current.engine }

    func replace(_ current: Current) {
        state.withLock { $0 = current }
        dispatcher.replace(current.engine)
    }

    /// Runs a pipeline as soon as there is room; nil: the process is ending, and the run did not begin.
    func launch(_ request: RunRequest, of pipeline: Pipeline) async -> RunResult? {
        guard let result = await dispatcher.run(request, of: pipeline) else { return nil }
        if result.run.origin != nil, !result.isAbandoned { await settle(result) }
        return result
    }

    /// What a run that ended leaves to be cleared away: the entry of quarantine that it goes on from, and what processes
    /// that died have left of its objects.
    func settle(_ result: RunResult) async {
        let workspace = workspace
        do {
            try await Settlement(workspace: workspace).settleOrigin(of: result.run)
            try await workspace.sweepObjects(of: result)
        } catch {
            log.warning(
                "run-not-cleared", "What was left of a run is not yet cleared away: \(error)",
                .init("run", result.run.id))
        }
    }
}
