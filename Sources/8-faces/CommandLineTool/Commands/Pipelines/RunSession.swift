internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// One `compass run`: the runs and what is shown of them.
struct RunSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    func run(_ requests: [RunRequest]) async throws -> ExitCode {
        // Where nothing can be rewritten, results come in the order of the files.
        let order: Batch.Order = streams.terminal.isInteractive && !isJSON ? .asTheyEnd : .asRequested
        return try await run(width: min(workers, requests.count)) { host in
            await Batch(engine: host.engine, workers: workers)
                .run(requests, of: pipeline, in: order, deliver: host.end)
        }
    }

    /// Has runs carried out with all that belongs to them.
    ///
    /// - Parameters:
    ///   - width: how many stages may work at a time.
    ///   - showsTotal: whether what they come to is shown; otherwise the caller shows it.
    ///   - work: carries them out on the host's engine and hands it the results. When it returns, no run goes on any more.
    func run(
        width: Int, showsTotal: Bool = true,
        _ work: @escaping @Sendable (RunHost) async throws -> Void
    ) async throws -> ExitCode {
        try await workspace.journal.pin(
            definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        for problem in workspace.channelProblems { streams.report("compass: \(problem)") }
        let report = RunReport(streams, isJSON: isJSON)
        let host = RunHost(workspace, width: width, showsVersions: !isJSON, observe: report.observe)
        let worked = Atomic(Timestamp.now().microseconds)
        try await host.run(.all, { try await work(host) }) {
            worked.store(Timestamp.now().microseconds, ordering: .relaxed)
            report.end(showsTotal: showsTotal)
        }
        try report.check()
        let givenUp = report.givenUp
        report.tellGivenUp()
        if !isJSON { try await tellQuarantined(report.bad) }
        try await tellWaiting(since: Timestamp(microseconds: worked.load(ordering: .relaxed)))
        await host.prune()
        return givenUp > 0 ? report.code.combined(with: .failed) : report.code
    }

    /// Says where the files of runs that were rejected or failed are.
    ///
    /// - Parameter runs: the first of them; an entry of quarantine has the id of its run.
    private func tellQuarantined(_ runs: [String]) async throws {
        var entries: [String] = []
        for run in runs where try await workspace.quarantine.quarantineEntry(run) != nil {
            entries.append(try await streams.errorID(run, of: .entry, in: workspace))
        }
        if let sentence = QuarantineText.whereabouts(entries) { streams.note(sentence: sentence) }
    }

    /// Announcements are committed by now; what could not be delivered soon is a matter for later.
    ///
    /// - Parameter worked: since when only announcements were delivered. What fell due later is another process's, which is about
    ///   to deliver it.
    private func tellWaiting(since worked: Timestamp) async throws {
        let waiting = try await workspace.outbox.waitingForAnother(dueBy: worked)
        if waiting > 0 {
            streams.report(
                sentence:
                    "compass: \(HumanFormat.count(waiting, "notification")) \(waiting == 1 ? "waits" : "wait") for another "
                    + "try; `compass up`, or the next `compass run` or `compass runs resume`, delivers")
        }
    }
}
