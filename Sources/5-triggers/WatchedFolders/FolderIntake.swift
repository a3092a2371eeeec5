public import Diagnostics
public import Engine
public import Pipelines
public import Platform
internal import Synchronization

/// Takes the files of one watched folder: each once, when it is whole.
///
/// The folder is the truth: it is looked through at the start, after every event that may have been missed, and every
/// `rescan`; events only make that happen earlier.
public final class FolderIntake: Sendable {
    /// Runs a pipeline for a file as soon as there is room; nil: the process is ending and the run did not begin.
    public typealias Launch = @Sendable (RunRequest, Pipeline) async -> RunResult?

    /// What it works with.
    public struct Dependencies: Sendable {
        /// The workspace's folder; the watch's path is relative to it.
        public var root: Path
        public var ledger: any WatchLedger
        public var journal: any Journal
        public var quarantine: any Quarantine
        public var launch: Launch
        /// Of the engine that `launch` runs pipelines on.
        public var ends: RunEnds
        /// How many of its files may be on their way at a time.
        public var width: Int
        public var clock: EngineClock
        public var log: Log
        /// Tells what changes in folders; one for all watched folders of the process.
        public var watcher: FolderWatcher
        /// Called once in a run of the intake, when it is no longer `starting`: the folder is watched and has been looked
        /// through, or it is known why not. On any thread; must not block. A run that throws does not come to it.
        public var armed: @Sendable () -> Void

        public init(
            root: Path, ledger: any WatchLedger, journal: any Journal, quarantine: any Quarantine,
            launch: @escaping Launch, ends: RunEnds = RunEnds(), width: Int, clock: EngineClock = .system, log: Log,
            watcher: FolderWatcher = FolderIntake.watcher(),
            armed: @escaping @Sendable () -> Void = {}
        ) {
            self.root = root
            self.ledger = ledger
            self.journal = journal
            self.quarantine = quarantine
            self.launch = launch
            self.ends = ends
            self.width = width
            self.clock = clock
            self.log = log
            self.watcher = watcher
            self.armed = armed
        }
    }

    /// Of the kind that watched folders need. Nothing of the kernel's is used before a folder is watched.
    public static func watcher() -> FolderWatcher { FolderWatcher(attributes: true) }

    /// What tests put in the place of the world.
    struct Faults: Sendable {
        /// nil: inotify.
        var events: (@Sendable () -> FolderEvents)?
        /// The first wait after a failure that is expected to pass.
        var firstWait = Breaker.first
    }

    private struct State {
        var trigger: WatchTrigger
        var pipeline: Pipeline
        var root: Path?
        var loop: IntakeLoop?
        var isStopped = false
        var wantsScan = false
    }

    private let dependencies: Dependencies
    private let faults: Faults
    private let state: Mutex<State>

    /// - Parameter trigger: one of the pipeline's.
    public convenience init(_ trigger: WatchTrigger, of pipeline: Pipeline, in dependencies: Dependencies) {
        self.init(trigger, of: pipeline, in: dependencies, faults: Faults())
    }

    init(_ trigger: WatchTrigger, of pipeline: Pipeline, in dependencies: Dependencies, faults: Faults) {
        self.dependencies = dependencies
        self.faults = faults
        state = Mutex(State(trigger: trigger, pipeline: pipeline))
    }

    /// Takes files until `stop`, or until the task is cancelled; returns when those that were taken have ended.
    ///
    /// - Throws: what makes it impossible to begin: the ledger's errors, `SystemError`, `WatchTakenError` when another
    ///   process has the watch.
    public func run() async throws { _ = try await run(isOnce: false) }

    /// Takes what is there, waits for what is not whole yet as `settle` and `patience` say, and returns. For cron users.
    ///
    /// - Throws: as `run`.
    public func runOnce() async throws -> IntakeTally { try await run(isOnce: true) }

    /// Takes no further file; what was taken goes on. Doing it twice does no harm.
    public func stop() {
        let loop = state.withLock { state in
            state.isStopped = true
            return state.loop
        }
        loop?.send(.stop)
    }

    /// From now on with another definition of the same watch; files on their way stay with the former one. A definition
    /// whose path cannot be read is not taken over, which is told in the log.
    public func replace(_ trigger: WatchTrigger, of pipeline: Pipeline) {
        let (loop, root) = state.withLock { state in
            (state.trigger, state.pipeline) = (trigger, pipeline)
            return (state.loop, state.root)
        }
        guard let loop, let root else { return }
        do {
            loop.send(.replaced(try WatchRules(trigger, of: pipeline, root: root)))
        } catch {
            dependencies.log.error(
                "watch-definition", "The definition of \(trigger.path) is not taken over: \(error)",
                .init("pipeline", pipeline.name))
        }
    }

    /// Looks through the folder soon: a schedule asks for it.
    public func rescan() {
        let loop = state.withLock { state in
            state.wantsScan = state.loop == nil
            return state.loop
        }
        loop?.send(.rescan)
    }

    /// What it waits for now.
    public func status() -> IntakeStatus {
        let (loop, trigger, pipeline, isStopped) = state.withLock {
            ($0.loop, $0.trigger, $0.pipeline, $0.isStopped)
        }
        if let loop { return loop.state.withLock { $0.status() } }
        var status = IntakeStatus()
        (status.pipeline, status.path) = (pipeline.name, trigger.path)
        status.state = isStopped ? .stopped : .starting
        return status
    }

    private func run(isOnce: Bool) async throws -> IntakeTally {
        // Of its own, so that the end of the caller's task stops the taking and not the runs: these are ended by the one that
        // has launched them.
        let task = Task { try await work(isOnce: isOnce) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            stop()
        }
    }

    private func work(isOnce: Bool) async throws -> IntakeTally {
        let (trigger, pipeline) = state.withLock { ($0.trigger, $0.pipeline) }
        let moving = IntakePools.shared.moving
        let root = try await moving.run { [root = dependencies.root] in try Files.resolve(root) }
        let rules = try WatchRules(trigger, of: pipeline, root: root)
        let watch = try await dependencies.ledger.register(pipeline: pipeline.name, path: trigger.path)
        let lock = try await moving.run { try WatchLock(watch, rules) }
        let events = faults.events?() ?? FolderEvents.inotify(dependencies.watcher)
        var initial = IntakeState(
            rules: rules, watch: watch, width: max(1, dependencies.width), isOnce: isOnce,
            breaker: Breaker(first: faults.firstWait))
        do {
            try await LedgerUpkeep(dependencies: dependencies, watch: watch).load(into: &initial, rules)
        } catch {
            events.close()
            try lock.giveUp()
            throw error
        }
        let loop = IntakeLoop(initial, dependencies, events: events)
        let isStopped = state.withLock { state in
            (state.loop, state.root) = (loop, root)
            return state.isStopped
        }
        if isStopped { loop.send(.stop) }
        await loop.run()
        try lock.giveUp()
        return loop.state.withLock { $0.finalTally }
    }
}
