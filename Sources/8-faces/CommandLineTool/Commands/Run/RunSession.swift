internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// One `compass run`: the runs, their display, and the delivery of what they announce.
struct RunSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    func run(_ requests: [RunRequest]) async throws -> ExitCode {
        try await run(width: min(workers, requests.count)) { engine, deliver in
            await Batch(engine: engine, workers: workers).run(requests, of: pipeline, deliver: deliver)
        }
    }

    /// Has runs carried out with all that belongs to them.
    ///
    /// - Parameters:
    ///   - width: how many stages may work at a time.
    ///   - showsTotal: whether what they come to is shown; otherwise the caller shows it.
    ///   - body: carries them out and delivers the results. When it returns, no run goes on any more.
    func run(
        width: Int, showsTotal: Bool = true, _ body: (Engine, (RunResult) async -> Void) async throws -> Void
    ) async throws -> ExitCode {
        try await workspace.journal.pin(
            definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for problem in workspace.channelProblems { streams.report("compass: \(problem)") }
        // Where nothing can be rewritten, results come in the order of the files.
        let isLive = streams.terminal.isInteractive
        let display = ProgressDisplay(streams: streams, isSilent: isJSON)
        let pool = WorkerPool(name: "worker", width: width)
        let engine = workspace.engine(
            pool: pool, observe: { [streams] in Self.show($0, on: display, isLive: isLive, streams) })
        let supervision = RunSupervision(workspace: workspace, engine: engine, report: streams.report)
        let supervising = Task { await supervision.run() }
        defer { supervising.cancel() }
        let recovery = try await supervision.recover()
        var code = ExitCode.success
        var printing: (any Error)?
        let delivery = workspace.delivery(pool: WorkerPool(name: "delivery", width: 8))
        // Deliveries share the disk's syncs with the runs that still go on.
        let deliveries = SideDelivery { waker in
            // There is nothing new before the first run has ended.
            _ = await waker.wait(atMost: nil)
            let sum = Mutex(OutboxDelivery.Tally())
            try await delivery.deliver(whenever: waker, ending: SideDelivery.ending) { tally in
                sum.withLock { $0.add(tally) }
            }
            return sum.withLock { $0 }
        }
        var trouble: (any Error)?
        let deliver: (RunResult) async -> Void = { result in
            code = code.combined(with: ExitCode(result))
            deliveries.wake()
            if let failure = result.journalFailure {
                code = code.combined(with: .failed)
                streams.report("compass: run \(result.run.id) could not be recorded to its end: \(failure.message)")
            }
            if !isLive { Self.finish(result, on: display) }
            do {
                if isJSON {
                    try streams.print(json: result.record)
                    try streams.flush()
                }
            } catch {
                printing = error
            }
        }
        do {
            try await body(engine, deliver)
        } catch {
            // What was begun is brought to its end all the same.
            trouble = error
        }
        // Runs of others are carried on as far as they go; those that only wait are left to a later start.
        engine.suspendWaiting()
        try await withTaskCancellationHandler {
            try await recovery.value
        } onCancel: {
            recovery.cancel()
        }
        display.end(showsTotal: showsTotal)
        let tally = try await deliveries.end()
        if let trouble { throw trouble }
        if let printing { throw printing }
        try streams.flush()
        try await report(tally)
        await prune()
        return tally.givenUp > 0 ? code.combined(with: .failed) : code
    }

    /// The journal does not grow for ever; what cannot be removed now is removed later.
    private func prune() async {
        do {
            try await Retention(workspace: workspace).pruneBriefly()
        } catch {
            streams.report("compass: old runs could not be removed: \(error)")
        }
    }

    /// Announcements are committed by now; what could not be delivered soon is a matter for later.
    private func report(_ tally: OutboxDelivery.Tally) async throws {
        let waiting = try await workspace.outbox.waiting()
        if tally.givenUp > 0 {
            streams.report(
                "compass: \(HumanFormat.count(tally.givenUp, "notification")) could not be delivered and "
                    + "\(tally.givenUp == 1 ? "was" : "were") given up; `compass runs show RUN` tells why")
        }
        if waiting > 0 {
            streams.report(
                "compass: \(HumanFormat.count(waiting, "notification")) \(waiting == 1 ? "waits" : "wait") for another "
                    + "try; the next `compass run` or `compass runs resume` delivers")
        }
    }

    static func show(_ event: RunEvent, on display: ProgressDisplay, isLive: Bool, _ streams: StandardStreams) {
        switch event {
        case .runWaiting(let run, let others):
            display.waits(
                run.id, name: run.shownName,
                "waits for \(others.count == 1 ? "run \(others[0])" : "one of \(others.count) runs") to end")
        case .runStarted(_, let run):
            display.started(run.id, name: run.shownName)
        case .stageStarted(let run, let stage, let attempt, let limit):
            display.entered(run, stage: attempt > 1 ? "\(stage) (attempt \(attempt) of \(limit))" : stage)
        case .progress(let run, _, let done, let total):
            display.advanced(run, done: done, total: total)
        case .retrying(let run, let stage, let attempt, let limit, let wait, let failure):
            let seconds = HumanFormat.duration(milliseconds: wait / .milliseconds(1))
            display.entered(
                run,
                stage: "\(stage): attempt \(attempt) of \(limit) failed (\(Printable.text(failure.message))); "
                    + "again in \(seconds)")
        case .stageFinished: break
        case .leftBehind(let run, let message):
            streams.report(
                "compass: run \(run) was ended by another process, and what this one had done for it could not be taken "
                    + "back: \(message)")
        case .runFinished(_, let result):
            if isLive { finish(result, on: display) }
        }
    }

    static func finish(_ result: RunResult, on display: ProgressDisplay) {
        display.finished(
            result.request?.id ?? result.run.id, name: result.request.map(\.shownName),
            ProgressDisplay.Ending(rawValue: result.run.status.rawValue) ?? .failed,
            detail: detail(of: result), milliseconds: result.run.durationMilliseconds ?? 0)
    }

    /// What came of a run, in half a line.
    private static func detail(of result: RunResult) -> String {
        var parts: [String] = []
        if let first = result.duplicateOf { parts.append("the same document as in run \(first)") }
        if result.isAbandoned, result.run.status == .running {
            parts.append("it is not this process's any more; `compass runs show \(result.run.id)` tells how it goes on")
        }
        if let error = result.run.error {
            parts.append((error.stage.isEmpty ? "" : "\(error.stage): ") + Printable.text(error.message))
        } else if let version = result.run.document["version"]?.integer {
            parts.append("version \(version)")
            let schools = result.run.document["shared-with"]?.list?.map(\.text) ?? []
            if !schools.isEmpty { parts.append("shared with \(schools.joined(separator: ", "))") }
        }
        for stage in result.stages {
            if let undo = stage.undo, undo.status == .failed {
                parts.append("\(stage.id) could not be taken back: \(Printable.text(undo.message ?? ""))")
            }
        }
        return parts.joined(separator: "; ")
    }
}

extension ExitCode {
    /// What one run's end means for the program's.
    init(_ result: RunResult) {
        self =
            switch result.run.status {
            case .succeeded, .skipped: .success
            case .rejected: .rejected
            case .failed, .cancelled, .running: .failed
            }
    }
}
