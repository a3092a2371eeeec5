internal import Platform

/// Many documents in one command.
enum BatchBench {
    static func measure(_ bench: BenchWorkspace) throws -> [BenchFigure] {
        let files = try BenchFiles.pdfs(1_000, kibibytes: 64, in: bench.folder.appending("pdfs"))
        var memory: Int64 = 0
        let time = try bench.median {
            let workspace = try bench.workspace("batch")
            let (time, exit) = try bench.time(bench.program, ["run", "transcript", "--json"] + files, in: workspace)
            memory = max(memory, exit.peakMemory)
            return time
        }
        return [
            BenchFigure(name: "1,000 × 64 KiB PDFs, all seven stages", value: 1_000_000 / time, unit: "documents/s"),
            BenchFigure(name: "  peak memory", value: Double(memory) / 1_048_576, unit: "MiB", aim: "< 64"),
        ]
    }
}
