internal import Diagnostics
internal import Engine
internal import Glibc
internal import LocalStore
internal import Pipelines
internal import Platform
internal import WatchedFolders

/// Watched folders: how soon a file that is whole is begun with, and what a backlog takes.
enum WatchBench {
    private static let files = 500

    static func measure(_ bench: BenchWorkspace, backlog: Int) async throws -> [BenchFigure] {
        try await latency(bench) + self.backlog(bench, files: backlog)
    }

    static func source(_ stage: String) -> String {
        """
        version: 1
        name: drop
        on:
          watch: { path: inbox, settle: 0s }
        stages:
          - uses: \(stage)

        """
    }

    /// From the rename into the folder to the start of the first stage, one file after the other.
    private static func latency(_ bench: BenchWorkspace) async throws -> [BenchFigure] {
        let root = bench.folder.appending("watched")
        let inbox = root.appending("inbox")
        try Files.createFolders(inbox)
        let store = try await LocalStore.open(root.appending(".compass/compass.db"))
        let pipeline = try pipeline()
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let (starts, started) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let engine = Engine(
            journal: store, leases: store, catalog: store, resources: Resources(),
            pool: WorkerPool(name: "bench", width: 2), owner: "bench",
            observe: { if case .stageStarted = $0 { started.yield(.now) } })
        let dispatcher = Dispatcher(engine: engine, workers: 2)
        let intake = FolderIntake(
            pipeline.triggers.watches[0], of: pipeline,
            in: FolderIntake.Dependencies(
                root: root, ledger: store, journal: store, quarantine: store,
                launch: { await dispatcher.run($0, of: $1) }, width: 2, log: .none))
        async let ended: Void = intake.run()
        var times: [Double] = []
        var iterator = starts.makeAsyncIterator()
        // The first one is there before the folder is watched, and does not count.
        for number in 0...files {
            let beside = root.appending(Path("\(number)"))
            try Files.replace(beside, with: Array("\(number)".utf8))
            let start = ContinuousClock.now
            try systemCall("rename", on: beside.description) {
                beside.withCString { old in inbox.appending(beside.name).withCString { rename(old, $0) } }
            }
            guard let seen = await iterator.next() else { break }
            if number > 0 { times.append((seen - start) / .milliseconds(1)) }
        }
        intake.stop()
        try await ended
        try await store.close()
        let sorted = times.sorted()
        return [
            BenchFigure(
                name: "watched folder: from rename to first stage, p50", value: sorted[sorted.count / 2], unit: "ms"),
            BenchFigure(
                name: "  p95 of \(sorted.count)", value: sorted[sorted.count * 95 / 100], unit: "ms", aim: "≤ 20"),
        ]
    }

    private static func pipeline() throws -> Pipeline {
        var report = LintReport()
        report.add(
            Array(source(BenchRecordStage.spec.name).utf8), file: "drop.yaml",
            registry: try Registry([BenchRecordStage.self]))
        guard let pipeline = report.pipelines.first else { throw BenchError(message: report.text()) }
        return pipeline
    }

    /// A process that finds very many files at its start.
    private static func backlog(_ bench: BenchWorkspace, files: Int) throws -> [BenchFigure] {
        let root = try bench.workspace("backlog")
        try Files.replace(root.appending("pipelines/drop.yaml"), with: Array(source("detect-mime").utf8))
        try BenchFiles.texts(files, in: root.appending("inbox"))
        let start = ContinuousClock.now
        let child = try ChildProcess(
            bench.program, ["watch", "drop", "--once", "--json"], folder: root, errors: .null)
        var (first, lines): (Double?, Int) = (nil, 0)
        while let bytes = try child.output?.readSome(limit: 1 << 16), !bytes.isEmpty {
            first = first ?? (ContinuousClock.now - start) / .seconds(1)
            lines += bytes.count { $0 == UInt8(ascii: "\n") }
        }
        let exit = try child.wait()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard exit.status == 0, lines == files else {
            throw BenchError(message: "`watch --once` ended with \(exit.status) after \(lines) of \(files) files.")
        }
        return [
            BenchFigure(
                name: "backlog of \(files) files: first run ended after", value: first ?? seconds, unit: "s", aim: "≤ 5"
            ),
            BenchFigure(name: "  files taken", value: Double(files) / seconds, unit: "files/s"),
            BenchFigure(name: "  peak memory", value: Double(exit.peakMemory) / 1_048_576, unit: "MiB"),
        ]
    }
}
