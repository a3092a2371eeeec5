internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization
internal import UploadFolder
internal import Workspaces

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
    let refusals = BatchRefusals()
    /// Runs the services; they may block its threads for a moment.
    let pool: WorkerPool
    /// How many runs go on at a time, from the start to the end of the process.
    let workers: Int
    private let uploadFolder: UploadFolder
    private let uploadPool = WorkerPool(name: "uploads", width: 16)
    private let state: Mutex<Current>
    private let stopping = Mutex(false)

    init(_ current: Current, monitor: RunMonitor, pool: WorkerPool, log: Log) {
        state = Mutex(current)
        workers = current.workspace.definition.workers
        dispatcher = Dispatcher(engine: current.engine, workers: workers)
        uploadFolder = current.workspace.uploadFolder
        self.monitor = monitor
        self.pool = pool
        self.log = log
    }

    /// Whether nothing new is to begin.
    var isStopping: Bool { stopping.withLock { $0 } }

    /// Nothing new begins from now on. Doing it twice does no harm.
    func stop() {
        stopping.withLock { $0 = true }
        dispatcher.stop()
        engine.ends.wakeAll()
    }

    var current: Current { state.withLock { $0 } }
    var workspace: Workspace { current.workspace }
    var engine: Engine { current.engine }

    /// Files that are sent in pieces.
    var uploads: Uploads { Uploads(workspace, folder: uploadFolder, pool: uploadPool) }

    func replace(_ current: Current) {
        state.withLock { $0 = current }
        dispatcher.replace(current.engine)
    }

    /// Runs a pipeline as soon as there is room; nil: the process is ending, and the run did not begin.
    ///
    /// - Parameter began: is called when it has room and begins.
    func launch(
        _ request: RunRequest, of pipeline: Pipeline, began: @Sendable () -> Void = {}
    ) async -> RunResult? {
        guard let result = await dispatcher.run(request, of: pipeline, began: began) else { return nil }
        if result.run.origin != nil, !result.isAbandoned { await workspace.clear(after: result, monitor.observe) }
        monitor.observe(.ended(result))
        return result
    }
}

/// What a long-lived process can do apart from the rest.
package enum UpPart: String, Sendable, CaseIterable, Hashable {
    case watch, schedule, server, worker
}
