internal import Channels
internal import DirectoryStore
internal import DocumentStages
internal import Engine
internal import LocalStore
internal import Pipelines
internal import Platform
internal import Workspaces

/// Many documents in one command, and what each of them costs.
enum BatchBench {
    static func measure(_ bench: BenchWorkspace, documents: Int) async throws -> [BenchFigure] {
        let files = try BenchFiles.pdfs(documents, kibibytes: 64, in: bench.folder.appending("pdfs"))
        var (times, exits): ([Double], [ChildProcess.Exit]) = ([], [])
        for round in 0..<bench.rounds {
            // Nothing is removed before the end: ext4 is slow to use inodes again that were freed in the last five seconds.
            let workspace = try bench.workspace("batch-\(round)")
            let (time, exit) = try bench.time(bench.program, ["run", "transcript", "--json"] + files, in: workspace)
            times.append(time)
            exits.append(exit)
        }
        let counts = try await Counts.of(files, in: try bench.workspace("batch-counted"))
        let contended = try bench.workspace("batch-contended")
        let (_, waits) = try await OtherWrites.waits(for: contended.appending(".compass/compass.db")) {
            try bench.time(bench.program, ["run", "transcript", "--json"] + files, in: contended)
        }
        func each(_ name: String, _ total: Double, _ unit: String) -> BenchFigure {
            BenchFigure(name: "  \(name)", value: total / Double(documents), unit: unit + "a document")
        }
        func each(_ name: String, _ unit: String, _ value: (ChildProcess.Exit) -> Double) -> BenchFigure {
            each(name, BenchFigure.median(exits.map(value)), unit)
        }
        return [
            BenchFigure(
                name: "\(documents) × 64 KiB PDFs, all seven stages",
                value: Double(documents) / BenchFigure.median(times) * 1_000, unit: "documents/s"),
            BenchFigure(
                name: "  peak memory", value: Double(exits.map(\.peakMemory).max() ?? 0) / 1_048_576, unit: "MiB",
                aim: "< 64"),
            each("processor, user", "ms ") { $0.userSeconds * 1_000 },
            each("processor, kernel", "ms ") { $0.kernelSeconds * 1_000 },
            each("context switches, voluntary", "") { Double($0.voluntarySwitches) },
            each("context switches, involuntary", "") { Double($0.involuntarySwitches) },
            each("commits", Double(counts.commits), ""),
            each("written to the database's log", Double(counts.logBytes) / 1_024, "KiB "),
            each("syncs of the log", Double(counts.logSyncs), ""),
            each("syncs of files and folders", Double(counts.fileSyncs), ""),
        ] + OtherWrites.figures(waits)
    }
}

/// What only the process itself can tell of a batch, and so is counted in this one: it is the same engine, store and stages
/// as in the program, put together in the same way.
private struct Counts {
    let commits: Int
    let logBytes: Int
    let logSyncs: Int
    let fileSyncs: Int

    private static var registry: Registry {
        get throws {
            try Registry(
                [
                    DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self,
                    Share.self, Notify.self,
                ],
                channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        }
    }

    /// - Parameter root: of a fresh workspace.
    static func of(_ files: [Path], in root: Path) async throws -> Counts {
        let registry = try registry
        let workspace = try await Workspace.open(WorkspaceFolder(root, registry: registry), registry: registry)
        guard let store = workspace.catalog as? LocalStore else {
            throw BenchError(message: "The workspace's database is none that counts what it writes.")
        }
        let pipeline = try workspace.pipeline("transcript", warnings: { _ in })
        let requests = try await workspace.requests(for: pipeline, files: files, arguments: [])
        let (before, syncs) = (try await store.written(), FileDescriptor.syncCount)
        try await run(requests, of: pipeline, in: workspace)
        let (after, allSyncs) = (try await store.written(), FileDescriptor.syncCount - syncs)
        try await workspace.stores.close()
        let logSyncs = after.logSyncs - before.logSyncs
        return Counts(
            commits: after.commits - before.commits, logBytes: after.logBytes - before.logBytes, logSyncs: logSyncs,
            // SQLite syncs its log itself.
            fileSyncs: allSyncs)
    }

    /// Until what the runs announce is delivered.
    private static func run(_ requests: [RunRequest], of pipeline: Pipeline, in workspace: Workspace) async throws {
        try await workspace.journal.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let workers = workspace.definition.workers
        let failure = FirstFailure()
        let host = RunHost(workspace, width: min(workers, requests.count), showsVersions: false) { event in
            if case .ended(let result, _, _) = event { failure.add(result) }
        }
        try await host.run(.all) {
            await Batch(engine: host.engine, workers: workers).run(
                requests, of: pipeline, in: .asRequested, deliver: host.end)
        }
        if let failure = failure.message { throw BenchError(message: "A document was not stored: \(failure)") }
    }
}
