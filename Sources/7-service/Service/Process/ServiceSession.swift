internal import Diagnostics
internal import Engine
internal import Glibc
package import Pipelines
package import Platform
internal import Plugins
internal import Programs
internal import Representations
internal import Workspaces

/// A long-lived process's work on a workspace: from the lock on the workspace to the end of the last service.
package struct ServiceSession: Sendable {
    package struct Configuration: Sendable {
        /// The workspace's folder.
        package let workspace: Path
        package let parts: Set<UpPart>
        /// nil: no metrics are written to a file.
        package let metricsFile: Path?
        /// Without plugins, which the session reads itself.
        package let registry: Registry
        /// What `server` is done by; nil: nothing.
        package let server: Server?
        /// Made once the definitions are known to be right.
        package let log: @Sendable () -> ServiceLog
        /// Called then, too: from then on signals do not cancel the task, but are told.
        package let signals: @Sendable () throws -> ServiceSignals
        /// Whether what the process was started from is gone, when `SIGHUP` comes.
        package let hasHungUp: @Sendable () -> Bool

        package init(
            workspace: Path, parts: Set<UpPart>, metricsFile: Path?, registry: Registry,
            server: Server? = nil, log: @escaping @Sendable () -> ServiceLog,
            signals: @escaping @Sendable () throws -> ServiceSignals,
            hasHungUp: @escaping @Sendable () -> Bool
        ) {
            self.workspace = workspace
            self.parts = parts
            self.metricsFile = metricsFile
            self.registry = registry
            self.server = server
            self.log = log
            self.signals = signals
            self.hasHungUp = hasHungUp
        }
    }

    /// A server that belongs to the process.
    package struct Server: Sendable {
        package let factory: ServerFactory
        /// Whether it serves although the workspace's file says nothing of it.
        package let isAsked: Bool
        /// What it is to be, where it is not as the workspace's file says.
        package let given: ServerConfiguration?
        /// Called once it listens.
        package let listening: @Sendable (any ServerFace, RunningService) async throws -> Void

        package init(
            factory: ServerFactory, isAsked: Bool, given: ServerConfiguration? = nil,
            listening: @escaping @Sendable (any ServerFace, RunningService) async throws -> Void = { _, _ in }
        ) {
            self.factory = factory
            self.isAsked = isAsked
            self.given = given
            self.listening = listening
        }

        fileprivate func configuration(_ file: WorkspaceDefinition.Server, root: Path) -> ServerConfiguration {
            var listeners = given?.listeners ?? []
            if listeners.isEmpty {
                if file.listensToAddress { listeners.append(.tcp(host: file.host, port: file.port)) }
                if let socket = file.socket {
                    listeners.append(
                        .unix(
                            socket.isAbsolute || root == "." ? socket : root.appending(socket),
                            group: file.isSocketForGroup))
                }
            }
            return ServerConfiguration(listeners: listeners, url: given?.url ?? file.url)
        }
    }

    private let configuration: Configuration
    private var parts: Set<UpPart> { configuration.parts }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// How long the last notifications and the services that are left may take at the end.
    private static let timeout = Duration.seconds(5)
    /// How long what the last runs have announced is still tried then.
    private static let delivering = OutboxDelivery.Ending(begins: .seconds(3))
    /// How often is looked for runs that processes have left.
    private static let recovering = Duration.seconds(30)

    /// - Returns: whether it ended as it was asked to; false: a part of it failed, which the log tells.
    /// - Throws: `InvalidFiles`, `Problem` and what the stores throw: it did not begin.
    package func run() async throws -> Bool {
        // Services block its threads for a moment at most: runs have threads of their own.
        let pool = WorkerPool(name: "service", width: 8)
        return try await withTaskExecutorPreference(pool) { try await serve(pool) }
    }

    private func serve(_ pool: WorkerPool) async throws -> Bool {
        let folder = try WorkspaceFolder(configuration.workspace, registry: configuration.registry)
        let lock = try await UpLock(root: folder.root)
        defer { withExtendedLifetime(lock) {} }
        // From here on no change is missed; the definitions are read after it.
        var (watch, unwatched) = (DefinitionWatch?.none, SystemError?.none)
        do { watch = try DefinitionWatch(root: folder.root) } catch let error as SystemError { unwatched = error }
        defer { watch?.close() }
        let plugins = PluginCatalog(workspace: folder.root, isPinned: true)
        let registry = plugins.added(to: configuration.registry)
        let definitions = try await Definitions.load(
            try WorkspaceFolder(folder.root, registry: registry), registry: registry)
        let journal = configuration.log()
        for plugin in plugins.refused {
            journal.log.warning(
                "plugin-refused", plugin.message, .init("plugin", plugin.name), .init("file", plugin.file))
        }
        if let unwatched {
            journal.log.warning(
                "definitions-unwatched",
                "Changed definitions are read when SIGHUP says so and not by themselves, since their folder cannot be "
                    + "watched: \(unwatched). It may be that a limit of inotify is reached")
        }
        let signals = try configuration.signals()
        do {
            let isAsked = try await serve(
                definitions, registry, lock: lock, pool: pool, signals: signals, watch: watch, log: journal.log)
            await journal.flush(within: Self.timeout)
            return isAsked
        } catch {
            await journal.flush(within: Self.timeout)
            throw error
        }
    }

    private func serve(
        _ definitions: Definitions, _ registry: Registry, lock: UpLock, pool: WorkerPool, signals: ServiceSignals,
        watch: DefinitionWatch?, log: Log
    ) async throws -> Bool {
        let (reporter, notifier) = (UpReporter(), ServiceNotifier())
        log.info(
            "starting", "Compass starts", .init("version", Version.current), .init("process", getpid()),
            .init("workspace", (try? Files.resolve(definitions.folder.root)) ?? definitions.folder.root))
        for gap in GuardFeatures.available.gaps {
            log.warning("sandbox-gap", "Programs of plugins and stages run without \(gap)")
        }
        if let loss = GuardFeatures.available.loss { log.info("sandbox-loss", "In the sandbox of programs, \(loss)") }
        let workspace = try await Workspace.open(definitions.folder, registry: registry)
        for problem in workspace.channelProblems { log.warning("channel-problem", problem) }
        for issue in definitions.issues.sorted { log.warning("lint", issue.message, issue.logFields) }
        for pipeline in definitions.pipelines {
            try await workspace.journal.pin(
                definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        }
        let finished = AsyncSignal()
        let server =
            parts.contains(.server)
            ? configuration.server.flatMap { $0.isAsked || workspace.definition.server.isDeclared ? $0 : nil } : nil
        let events = server.map { _ in LiveEvents() }
        let monitor = RunMonitor(log: log, events: events, announced: { finished.wake() })
        let engine = workspace.engine(
            pool: WorkerPool(name: "worker", width: workspace.definition.workers),
            observe: { monitor.observe(.run($0)) })
        let shared = UpContext(
            UpContext.Current(
                workspace: workspace, engine: engine, pipelines: definitions.pipelines.sorted { $0.name < $1.name }),
            monitor: monitor, pool: pool, log: log)
        if parts.contains(.schedule) { try await shared.refusals.look(shared.current, pool: pool, log: log) }
        // Before new runs begin, which may be about the same documents.
        let left = try await RecoveryService.takeOver(workspace, engine: engine)

        let watches = parts.contains(.watch) ? WatchService(shared) : nil
        let batches = BatchWork(shared)
        let work = SlotWork(shared, batches: batches) { watches?.rescan($0) }
        let schedules = parts.contains(.schedule) ? ScheduleService(shared, work: work) : nil
        let uploads = UploadService(shared)
        let webhooks = WebhookService(shared) { uploads.completed($0) }
        let reload = ReloadService(
            shared, signals: signals.others, watch: watch, notifier: notifier, startsSchedules: schedules != nil,
            apply: { pipelines in
                watches?.replace(pipelines)
                schedules?.replace(pipelines)
                uploads.look()
                webhooks.lookAgain()
            },
            hasHungUp: configuration.hasHungUp,
            hangUp: {
                log.info(
                    "signal", "What it was started from is gone, so Compass ends",
                    .init("signal", SignalName.of(SIGHUP)))
                reporter.stop()
            })
        let runs = RunService(shared)
        let deliveries = parts.contains(.worker) ? DeliveryLog(shared) : nil
        let figures = FiguresService(shared)
        var lasting: [any Service] = [
            LeaseService(workspace, engine: engine, observe: monitor.observe), figures,
            StateService(
                lock: lock, database: definitions.folder.database.file, log: log,
                whenLost: workspace.stores.whenLost),
        ]
        // Whoever starts runs may have to wait for those that an earlier process has left.
        let recovery = recovery(shared, first: left)
        var starting: [any Service] = [
            runs, reload, recovery,
            BatchService(shared, work: batches, resumes: parts.contains(.worker)),
        ]
        if let path = configuration.metricsFile {
            lasting.append(MetricsService(path, reporter: reporter, log: log))
        }
        if let watches { starting.append(watches) }
        // It ends first, so that nothing is claimed when nothing begins any more.
        if let schedules { starting.insert(schedules, at: 0) }
        if let deliveries {
            lasting.append(
                DeliveryService(
                    workspace: { shared.workspace }, waker: finished, ending: Self.delivering,
                    observe: deliveries.observe))
        }
        if parts.contains(.worker) { starting.append(RetentionService(shared)) }
        var faces: [any Service] = []
        if !parts.isDisjoint(with: [.server, .worker]) { starting += [uploads, webhooks] }
        if let server, let events {
            let requested = RequestedRuns(shared)
            let erasures = RequestedErasures(shared)
            starting += [requested, erasures]
            let running = RunningService(
                shared, reporter: reporter, requested: requested, erasures: erasures, uploads: uploads,
                webhooks: webhooks,
                recovery: recovery, events: events, wakeDelivery: { finished.wake() })
            let face = try await server.factory.make(
                running, server.configuration(workspace.definition.server, root: workspace.root))
            try await server.listening(face, running)
            faces.append(face)
        }
        let control = ControlService(
            root: definitions.folder.root, reporter: reporter, notifier: notifier, log: log)
        let group = ServiceGroup(
            [
                ServiceGroup.Wave([control], timeout: Self.timeout),
                ServiceGroup.Wave(lasting, timeout: Self.timeout), ServiceGroup.Wave(starting),
                ServiceGroup.Wave(faces, timeout: Self.timeout),
            ],
            onFailure: { log.error("service-failed", "\($0)", .init("service", $0.service)) })
        reporter.set { parts in
            parts.context = shared
            parts.group = group
            parts.watches = watches
            parts.schedules = schedules
            parts.deliveries = deliveries
            parts.reload = reload
            parts.figures = figures
        }
        defer { reporter.end() }
        return await end(
            of: group, runs, watches, signals: signals.ending, reporter, notifier, shared)
    }

    private func recovery(_ shared: UpContext, first: [String]) -> RecoveryService {
        RecoveryService(
            workspace: { shared.workspace }, engine: { shared.engine }, first: first, interval: Self.recovering,
            ending: .leave, observe: shared.monitor.observe)
    }

    /// Runs the services until a signal, or until one of them fails.
    private func end(
        of group: ServiceGroup, _ runs: RunService, _ watches: WatchService?, signals: AsyncStream<Int32>,
        _ reporter: UpReporter, _ notifier: ServiceNotifier, _ shared: UpContext
    ) async -> Bool {
        let (log, parts) = (shared.log, parts)
        return await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await watches?.armed()
                reporter.set { if $0.state == .starting { $0.state = .ready } }
                notifier.ready()
                log.info(
                    "ready", "Compass works", .init("pipelines", shared.current.pipelines.count),
                    .init("only", parts.map(\.rawValue).sorted().joined(separator: ",")))
            }
            tasks.addTask {
                for await signal in signals {
                    log.info("signal", "Compass was asked to end", .init("signal", SignalName.of(signal)))
                    notifier.stopping()
                    notifier.extendTimeout(shared.workspace.definition.shutdownGrace.duration + Self.timeout * 3)
                    reporter.stop()
                }
            }
            defer {
                runs.end()
                tasks.cancelAll()
            }
            do {
                try await group.run()
            } catch {
                log.error("ended", "Compass has ended, since a part of it failed: \(error)")
                return false
            }
            log.info("ended", "Compass has ended")
            return true
        }
    }
}
