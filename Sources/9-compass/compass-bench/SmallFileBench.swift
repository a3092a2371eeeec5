internal import Platform

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
