internal import Diagnostics
internal import Engine
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Reads the definitions anew at `SIGHUP` and when one of their files changes, and hands them to the services.
final class ReloadService: Service {
    /// How the last ones went.
    struct Figures: Sendable {
        var last: ServiceReport.Reload?
        var count = 0
        var failed = 0
        var isReloading = false
    }

    let name = "reload"
    private let context: UpContext
    /// As it was when the process began: some of it stays until its end.
    private let initial: WorkspaceDefinition
    private let signals: AsyncStream<Int32>
    private let watch: DefinitionWatch?
    private let notifier: ServiceNotifier
    private let apply: @Sendable ([Pipeline]) -> Void
    private let hasHungUp: @Sendable () -> Bool
    private let hangUp: @Sendable () -> Void
    private let startsSchedules: Bool
    private let waker = AsyncSignal()
    private let state = Mutex(Figures())

    /// - Parameters:
    ///   - watch: nil: files are not watched.
    ///   - startsSchedules: whether this process does, so that it looks whether their batches could begin.
    ///   - apply: hands the pipelines to the services that start them.
    ///   - hasHungUp: whether what the process was started from is gone, which is told by the same signal.
    ///   - hangUp: called then.
    init(
        _ context: UpContext, signals: AsyncStream<Int32>, watch: DefinitionWatch?, notifier: ServiceNotifier,
        startsSchedules: Bool,
        apply: @escaping @Sendable ([Pipeline]) -> Void, hasHungUp: @escaping @Sendable () -> Bool,
        hangUp: @escaping @Sendable () -> Void
    ) {
        self.context = context
        self.signals = signals
        self.watch = watch
        self.notifier = notifier
        self.apply = apply
        self.hasHungUp = hasHungUp
        self.hangUp = hangUp
        self.startsSchedules = startsSchedules
        initial = context.workspace.definition
    }

    var figures: Figures { state.withLock { $0 } }

    func run() async {
        await withDiscardingTaskGroup { group in
            let (context, waker, signals, watch) = (context, waker, signals, watch)
            let (hasHungUp, hangUp) = (hasHungUp, hangUp)
            group.addTask {
                for await signal in signals {
                    if hasHungUp() {
                        hangUp()
                        return
                    }
                    context.log.info(
                        "reload-asked", "The definitions are read again", .init("signal", SignalName.of(signal)))
                    waker.wake()
                }
            }
            group.addTask {
                let root = context.workspace.root
                await watch?.run(schools: { context.workspace.definition.schools.file }) {
                    context.log.info(
                        "definitions-changed", "Files of definitions have changed and are read again",
                        .init("workspace", root))
                    waker.wake()
                }
            }
            while await waker.wait(atMost: nil) { await reload() }
            // Neither stream ends by itself.
            watch?.close()
            group.cancelAll()
        }
    }

    func stop() {
        waker.stop()
    }

    private func reload() async {
        state.withLock { $0.isReloading = true }
        notifier.reloading()
        let former = context.current
        let read = ReloadedDefinitions(
            root: former.workspace.root, former: former.pipelines, definition: former.workspace.definition,
            registry: former.workspace.registry, stored: (try? await former.workspace.catalog.allSchools()) ?? [])
        var reload = ServiceReport.Reload(at: .now())
        reload.changed = read.changed
        if read.hasProblems { reload.problems = read.text }
        do {
            for pipeline in read.pipelines where read.changed.contains(pipeline.name) {
                try await former.workspace.journal.pin(
                    definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
            }
            if let folder = read.folder {
                try await former.workspace.synchronise(read.schools)
                reload.needsRestart = Self.fixed(initial, folder.definition)
            }
            take(read, former)
        } catch {
            reload.changed = []
            reload.problems = (reload.problems ?? "") + "The definitions could not be put on record: \(error)\n"
        }
        tell(reload, read)
        if startsSchedules { await lookAtBatches() }
        state.withLock { figures in
            figures.last = reload
            figures.count += 1
            if reload.problems != nil { figures.failed += 1 }
            figures.isReloading = false
        }
        notifier.ready(reload.problems == nil ? nil : "The last reload refused some files; see the log")
    }

    private func take(_ read: ReloadedDefinitions, _ former: UpContext.Current) {
        var current = former
        current.pipelines = read.pipelines
        if let folder = read.folder {
            let workspace = former.workspace.replacing(folder, registry: read.registry)
            current.workspace = workspace
            current.engine = former.engine.replacing(
                keeper: workspace.keeper, resources: workspace.resources, owner: workspace.owner,
                secrets: { workspace.secrets[$0] })
            for problem in workspace.channelProblems { context.log.warning("channel-problem", problem) }
        } else {
            current.workspace = former.workspace.replacing(registry: read.registry)
        }
        context.replace(current)
        if !read.changed.isEmpty { apply(read.pipelines) }
    }

    private func lookAtBatches() async {
        do {
            try await context.refusals.look(context.current, pool: context.pool, log: context.log)
        } catch {
            context.log.warning(
                "batches-not-checked",
                "Whether batches of schedules could begin is not known; they are tried at their times: \(error)")
        }
    }

    private func tell(_ reload: ServiceReport.Reload, _ read: ReloadedDefinitions) {
        let log = context.log
        if let problems = reload.problems {
            for line in Self.headlines(problems) { log.error("lint", line) }
            for trouble in read.troubles { log.warning("definitions-unreadable", trouble) }
            log.error(
                "reload-refused", "Not all definitions could be read; what was wrong keeps its former definition",
                .init("kept", read.kept.joined(separator: ",")),
                .init("changed", reload.changed.joined(separator: ",")),
                .init("lint", problems))
        } else {
            log.info(
                "reloaded",
                reload.changed.isEmpty ? "The definitions say the same as before" : "New definitions are used",
                .init("changed", reload.changed.joined(separator: ",")), .init("pipelines", read.pipelines.count))
        }
        if !reload.needsRestart.isEmpty {
            log.warning(
                "restart-needed", "These keys of compass.yaml have changed and take effect only at the next start",
                .init("keys", reload.needsRestart.joined(separator: ",")))
        }
    }

    /// The first line of each issue.
    private static func headlines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { $0.contains(": error[") }
    }

    /// The keys that stay as they were at the start, where they differ.
    static func fixed(_ initial: WorkspaceDefinition, _ now: WorkspaceDefinition) -> [String] {
        var keys: [String] = []
        if initial.database != now.database { keys.append("database") }
        if initial.storage != now.storage { keys.append("storage") }
        if initial.workers != now.workers { keys.append("workers") }
        if initial.server != now.server { keys.append("server") }
        return keys
    }
}
