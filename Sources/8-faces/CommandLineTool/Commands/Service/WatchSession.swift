internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import WatchedFolders
internal import Workspaces

/// One `compass watch`: the intakes of a pipeline's folders, their runs, and what goes on beside them.
struct WatchSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    /// How often is looked for notifications that are due and for runs that a process has left.
    private static let pause = Duration.seconds(5)

    /// - Throws: `WatchTakenError`; the database's errors.
    func run(isOnce: Bool) async throws -> ExitCode {
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for problem in workspace.channelProblems { streams.report("compass: \(problem)") }
        let report = RunReport(streams, isJSON: isJSON)
        let host = RunHost(workspace, width: workers, showsVersions: !isJSON) { event in
            report.observe(event)
            if case .delivered = event { report.tellGivenUp() }
        }
        let watch = PipelineWatch(of: pipeline, in: workspace, workers: workers, log: log(isOnce: isOnce))
        let outcome = try await host.run(.looking(every: Self.pause)) {
            // Shown on a thread of its own, so that a slow reader keeps no file waiting.
            let (results, ended) = AsyncStream.makeStream(of: RunResult.self)
            let showing = Task(executorPreference: WorkerPool(name: "results", width: 1)) {
                for await result in results { await host.end(result) }
            }
            let outcome = await watch.run(on: host.engine, isOnce: isOnce) { ended.yield($0) }
            ended.finish()
            await showing.value
            return outcome
        } worked: {
            report.end()
        }
        if !Task.isCancelled { await host.prune() }
        try report.check()
        let tallies = try outcome.get()
        tell(tallies, isOnce: isOnce)
        return tallies.map(ExitCode.init).reduce(.success) { $0.combined(with: $1) }
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
            let line = "compass: \(Printable.text(entry.message))"
            if entry.level == .info { streams.note(line) } else { streams.report(line) }
        }
    }

    private func tell(_ tallies: [IntakeTally], isOnce: Bool) {
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
