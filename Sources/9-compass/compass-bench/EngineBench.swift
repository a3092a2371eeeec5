internal import Engine
internal import LocalStore
internal import Pipelines
internal import Platform

/// The engine with stages that do nothing, so that what is measured is the engine and its journal.
enum EngineBench {
    /// What goes on at a time: most of it waits for the disk, and shares its syncs.
    private static let workers = 16
    private static let stages = 4

    static func measure(_ bench: BenchWorkspace, queued: Int, finished: Int) async throws -> [BenchFigure] {
        let store = try await LocalStore.open(bench.folder.appending("engine/compass.db"))
        try PeakMemory.reset()
        var figures = try await run(
            queued, of: BenchRecordStage.spec.name, in: store, label: "stages in the database: ", aim: true)
        figures.append(
            BenchFigure(
                name: "  peak memory with \(queued) queued runs", value: try PeakMemory.bytes() / 1_048_576,
                unit: "MiB",
                aim: "< 200"))
        figures += try await run(
            min(queued, 2_000), of: BenchEffectStage.spec.name, in: store, label: "stages with an effect: ", aim: false)
        try await store.close()
        return figures + (try await JournalBench.measure(bench, finished: finished))
    }

    private static func run(
        _ count: Int, of stage: String, in store: LocalStore, label: String, aim: Bool
    ) async throws -> [BenchFigure] {
        let pipeline = try pipeline(of: stage)
        try await store.pin(definition: pipeline.hash, pipeline: pipeline.name, source: pipeline.source)
        let times = StageTimes()
        let engine = Engine(
            journal: store, leases: store, catalog: store, resources: Resources(),
            pool: WorkerPool(name: "bench", width: 2), owner: "bench", observe: { times.add($0) })
        let requests = (0..<count).lazy.map { _ in RunRequest(file: nil) }
        let start = ContinuousClock.now
        let failure = FirstFailure()
        await Batch(engine: engine, workers: workers).run(requests, of: pipeline) { failure.add($0) }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if let message = failure.message {
            throw BenchError(message: "A run without work did not succeed: \(message)")
        }
        let sorted = times.sorted()
        func percentile(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
        return [
            BenchFigure(
                name: label + "\(workers) runs at a time", value: Double(count * stages) / seconds, unit: "stages/s",
                aim: aim ? "≥ 5,000" : nil),
            BenchFigure(name: "  p50 of a stage", value: percentile(0.5), unit: "ms", aim: aim ? "< 1" : nil),
            BenchFigure(name: "  p99 of a stage", value: percentile(0.99), unit: "ms"),
        ]
    }

    private static func pipeline(of stage: String) throws -> Pipeline {
        var text = "version: 1\nname: \(stage)\nstages:\n"
        for number in 1...stages { text += "  - { uses: \(stage), id: step-\(number) }\n" }
        var report = LintReport()
        report.add(
            Array(text.utf8), file: "bench.yaml",
            registry: try Registry([BenchRecordStage.self, BenchEffectStage.self]))
        guard let pipeline = report.pipelines.first else { throw BenchError(message: report.text()) }
        return pipeline
    }
}

/// One small document: start the program, run all seven stages, end it.
enum SmallFileBench {
    static func measure(_ bench: BenchWorkspace) throws -> [BenchFigure] {
        let workspace = try bench.workspace("small")
        let files = try BenchFiles.pdfs(1, kibibytes: 64, in: workspace.appending("files"))
        let run: [Path] = ["run", "transcript"] + files
        _ = try bench.time(bench.program, run, in: workspace)
        let time = try bench.median(of: bench.rounds * 2) {
            try bench.time(bench.program, run, in: workspace).milliseconds
        }
        return [BenchFigure(name: "compass run, one 64 KiB PDF, whole process", value: time, unit: "ms")]
    }
}
