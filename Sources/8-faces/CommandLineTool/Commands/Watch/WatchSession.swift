internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import WatchedFolders
internal import Workspaces

/// One `compass watch`: the intakes of a pipeline's folders, their runs, and what goes on beside them.
struct WatchSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    /// How long runs may go on after the command was told to end.
    private static let grace = Duration.seconds(25)
    /// How often is looked for notifications that are due and for runs that a process has left.
    private static let pause = Duration.seconds(5)

    /// - Throws: `WatchTakenError`; the database's errors.
    func run(isOnce: Bool) async throws -> ExitCode {
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for problem in workspace.channelProblems { streams.report("compass: \(problem)") }
        let isLive = streams.terminal.isInteractive
        let display = ProgressDisplay(streams: streams, isSilent: isJSON)
        let engine = workspace.engine(
            pool: WorkerPool(name: "worker", width: workers),
            observe: { [streams] in RunSession.show($0, on: display, isLive: isLive, streams) })
        let dispatcher = Dispatcher(engine: engine, workers: workers)
        let supervision = RunSupervision(workspace: workspace, engine: engine, report: streams.report)
        let (results, finished) = AsyncStream.makeStream(of: RunResult.self)
        let intakes = intakes(dispatcher, isOnce: isOnce) { finished.yield($0) }
        let beside = [
            Task { await supervision.run() },
            Task { await supervision.recover(every: Self.pause) },
        ]
        let deliveries = SideDelivery { waker in
            await deliver(whenever: waker)
            return OutboxDelivery.Tally()
        }
        let printing = Task { try await show(results, on: display, isLive: isLive) }
        let outcome = await take(intakes, isOnce: isOnce, engine, dispatcher)
        engine.suspendWaiting()
        for task in beside { task.cancel() }
        for task in beside { _ = await task.result }
        finished.finish()
        try await printing.value
        display.end()
        _ = try await deliveries.end()
        await prune()
        try streams.flush()
        let tallies = try outcome.get()
        report(tallies, isOnce: isOnce)
        return tallies.map(ExitCode.init).reduce(.success) { $0.combined(with: $1) }
    }

    // MARK: Taking

    private func intakes(
        _ dispatcher: Dispatcher, isOnce: Bool, ended: @escaping @Sendable (RunResult) -> Void
    ) -> [FolderIntake] {
        let (log, watcher) = (log(isOnce: isOnce), FolderIntake.watcher())
        return pipeline.triggers.watches.map { trigger in
            FolderIntake(
                trigger, of: pipeline,
                in: FolderIntake.Surroundings(
                    root: workspace.root, ledger: workspace.ledger, journal: workspace.journal,
                    quarantine: workspace.quarantine,
                    launch: { request, pipeline in
                        let result = await dispatcher.run(request, of: pipeline)
                        if let result { ended(result) }
                        return result
                    }, width: workers, log: log, watcher: watcher))
        }
    }

    /// Runs the intakes until they end or the command is told to.
    private func take(
        _ intakes: [FolderIntake], isOnce: Bool, _ engine: Engine, _ dispatcher: Dispatcher
    ) async -> Result<[IntakeTally], any Error> {
        await withTaskCancellationHandler {
            do {
                return .success(
                    try await withThrowingTaskGroup(of: IntakeTally?.self) { group in
                        for intake in intakes {
                            group.addTask {
                                if isOnce { return try await intake.runOnce() }
                                try await intake.run()
                                return nil
                            }
                        }
                        var tallies: [IntakeTally] = []
                        do {
                            for try await tally in group { if let tally { tallies.append(tally) } }
                        } catch {
                            // One that cannot be watched ends all, so that nobody believes it is.
                            for intake in intakes { intake.stop() }
                            throw error
                        }
                        return tallies
                    })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            for intake in intakes { intake.stop() }
            dispatcher.stop()
            engine.suspendWaiting()
            _ = AlarmClock.shared.set(after: Self.grace) { engine.suspendAll() }
        }
    }

    // MARK: Telling

    /// Warnings and what is ignored; what becomes of each file is shown as of any run.
    ///
    /// - Parameter isOnce: nobody waits for a folder that is missing then; `report` tells of it.
    private func log(isOnce: Bool) -> Log {
        let streams = streams
        return Log { entry in
            if entry.level == .debug || entry.event == "watch-processed" { return }
            if isOnce, entry.event == "watch-missing" { return }
            streams.report("compass: \(Printable.text(entry.message))")
        }
    }

    private func show(_ results: AsyncStream<RunResult>, on display: ProgressDisplay, isLive: Bool) async throws {
        for await result in results {
            if let failure = result.journalFailure {
                streams.report("compass: run \(result.run.id) could not be recorded to its end: \(failure.message)")
            }
            if !isLive { RunSession.finish(result, on: display) }
            if isJSON {
                try streams.print(json: result.record)
                try streams.flush()
            }
        }
    }

    private func report(_ tallies: [IntakeTally], isOnce: Bool) {
        guard isOnce else { return }
        for folder in Set(tallies.compactMap(\.missing)).sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            streams.report(
                "compass: the folder \(folder) is not there, so nothing was taken from it: correct `path` in "
                    + "\(Printable.text(pipeline.file)), make the folder, or mount it")
        }
        let waiting = tallies.map(\.waiting).reduce(0, +)
        if waiting > 0 {
            streams.report(
                "compass: \(HumanFormat.count(waiting, "file")) \(waiting == 1 ? "was" : "were") not taken: not whole in "
                    + "time, or left for the next start")
        }
        let unreadable = tallies.map(\.unreadable).reduce(0, +)
        if unreadable > 0 {
            streams.report(
                "compass: \(unreadable) \(unreadable == 1 ? "file or folder" : "files and folders") could not be read; the "
                    + "lines above say which and why. Once they can be, the next start takes them")
        }
    }

    // MARK: Beside the runs

    private func deliver(whenever waker: Waker) async {
        let delivery = workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
        repeat {
            do {
                return try await delivery.deliver(
                    whenever: waker, interval: Self.pause, ending: SideDelivery.ending
                ) { tally in
                    if tally.givenUp > 0 {
                        streams.report(
                            "compass: \(HumanFormat.count(tally.givenUp, "notification")) could not be delivered and "
                                + "\(tally.givenUp == 1 ? "was" : "were") given up; `compass runs show RUN` tells why")
                    }
                }
            } catch is CancellationError {
                // They stay in the outbox.
            } catch {
                streams.report("compass: notifications could not be delivered now: \(error)")
            }
        } while await waker.wait(atMost: Self.pause)
    }

    private func prune() async {
        if Task.isCancelled { return }
        do {
            try await Retention(workspace: workspace).pruneBriefly()
        } catch {
            streams.report("compass: old runs could not be removed: \(error)")
        }
    }
}

extension ExitCode {
    /// What the runs of a watched folder come to together.
    init(_ tally: IntakeTally) {
        let counts = tally.counts
        let hasFailed =
            tally.missing != nil || tally.unreadable > 0
            || [.failed, .cancelled, .running].contains { counts[$0, default: 0] > 0 }
        self = hasFailed ? .failed : counts[.rejected, default: 0] > 0 ? .rejected : .success
    }
}
