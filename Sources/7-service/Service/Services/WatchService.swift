internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import WatchedFolders
internal import Workspaces

/// The watched folders of all pipelines: one intake for each, which come and go with the definitions.
final class WatchService: Service {
    /// A watch stays the same one while these do.
    private struct Key: Hashable {
        let pipeline: String
        let path: String
    }

    private struct Watch {
        var trigger: WatchTrigger
        var pipeline: Pipeline
        var intake: FolderIntake
        /// Wakes the wait for another try to begin.
        let waker: AsyncSignal
    }

    private struct State {
        var watches: [Key: Watch] = [:]
        var isStopped = false
    }

    let name = "watches"
    private let context: UpContext
    private let timeout: Duration
    /// Of the workspace, absolute.
    private let root: Path
    private let watcher = FolderIntake.watcher()
    private let state = Mutex(State())
    private let added: AsyncStream<Key>
    private let add: AsyncStream<Key>.Continuation
    /// Rings when an intake has left its start behind, and when one is not wanted any more.
    private let progress = AsyncSignal()

    /// - Parameter timeout: how long the start waits for a folder that cannot be watched.
    init(_ context: UpContext, timeout: Duration = .seconds(10)) {
        self.context = context
        self.timeout = timeout
        root = (try? Files.resolve(context.workspace.root)) ?? context.workspace.root
        (added, add) = AsyncStream.makeStream()
        replace(context.current.pipelines)
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await key in added { group.addTask { await self.keep(key) } }
        }
    }

    func stop() {
        let watches = state.withLock { state in
            state.isStopped = true
            return Array(state.watches.values)
        }
        add.finish()
        progress.stop()
        for watch in watches {
            watch.intake.stop()
            watch.waker.stop()
        }
    }

    /// From now on with the watches of these. Those whose pipeline is the same are not touched; a changed one keeps what
    /// it waits for, and files on their way stay with the former definition.
    func replace(_ pipelines: [Pipeline]) {
        var wanted: [Key: (WatchTrigger, Pipeline)] = [:]
        for pipeline in pipelines {
            for trigger in pipeline.triggers.watches {
                wanted[Key(pipeline: pipeline.name, path: trigger.path)] = (trigger, pipeline)
            }
        }
        let stopped = state.withLock { state -> [Watch] in
            if state.isStopped { return [] }
            var stopped: [Watch] = []
            for (key, watch) in state.watches where wanted[key] == nil {
                stopped.append(watch)
                state.watches[key] = nil
            }
            for (key, (trigger, pipeline)) in wanted {
                guard let watch = state.watches[key] else {
                    state.watches[key] = Watch(
                        trigger: trigger, pipeline: pipeline, intake: intake(trigger, pipeline), waker: AsyncSignal())
                    add.yield(key)
                    continue
                }
                if watch.pipeline.revision == pipeline.revision, watch.trigger == trigger { continue }
                state.watches[key]?.trigger = trigger
                state.watches[key]?.pipeline = pipeline
                watch.intake.replace(trigger, of: pipeline)
            }
            return stopped
        }
        if !stopped.isEmpty { progress.wake() }
        for watch in stopped {
            watch.intake.stop()
            watch.waker.stop()
        }
    }

    /// Has the watched folders of a pipeline looked through soon.
    ///
    /// - Returns: how many they are.
    func rescan(_ pipeline: String) -> Int {
        let intakes = state.withLock { state in
            state.watches.filter { $0.key.pipeline == pipeline }.map(\.value.intake)
        }
        for intake in intakes { intake.rescan() }
        return intakes.count
    }

    /// What each waits for, by pipeline and path.
    func status() -> [IntakeStatus] {
        let intakes = state.withLock { $0.watches.values.map(\.intake) }
        return intakes.map { $0.status().relative(to: root) }.sorted { ($0.pipeline, $0.path) < ($1.pipeline, $1.path) }
    }

    /// Waits until every folder is watched, or known to be missing; not for ever. To be called by one task.
    func armed() async {
        let deadline = ContinuousClock.now + timeout
        while status().contains(where: { $0.state == .starting }) {
            let left = deadline - .now
            guard left > .zero, await progress.wait(atMost: left) else { return }
        }
    }

    /// Runs an intake for as long as its watch is wanted; one that cannot begin is tried again.
    private func keep(_ key: Key) async {
        var backoff = Backoff()
        while let (intake, waker) = state.withLock({ state in state.watches[key].map { ($0.intake, $0.waker) } }) {
            do {
                try await intake.run()
                return
            } catch {
                if Task.isCancelled { return }
                let wait = backoff.next()
                context.log.error(
                    "watch-problem", "A watched folder cannot be watched now; it is tried again: \(error)",
                    .init("pipeline", key.pipeline), .init("path", key.path), .init("wait", wait))
                guard await waker.wait(atMost: wait) else { return }
                renew(key)
            }
        }
    }

    private func renew(_ key: Key) {
        state.withLock { state in
            guard let watch = state.watches[key] else { return }
            state.watches[key]?.intake = intake(watch.trigger, watch.pipeline)
        }
    }

    private func intake(_ trigger: WatchTrigger, _ pipeline: Pipeline) -> FolderIntake {
        let context = context
        let workspace = context.workspace
        return FolderIntake(
            trigger, of: pipeline,
            in: FolderIntake.Dependencies(
                root: workspace.root, ledger: workspace.ledger, journal: workspace.journal,
                quarantine: workspace.quarantine, launch: { await context.launch($0, of: $1) },
                ends: context.engine.ends,
                // More than can go on, so that groups can take turns; each that waits keeps a file open, and memory.
                width: workspace.definition.workers * 4 / 3, log: context.log, watcher: watcher,
                armed: { [progress] in progress.wake() }))
    }
}
