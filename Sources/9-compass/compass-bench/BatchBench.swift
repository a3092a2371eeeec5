internal import Platform

/// Many documents in one command.
enum BatchBench {
    static func measure(_ ground: BenchGround) throws -> [BenchFigure] {
        let files = try BenchFiles.pdfs(1_000, kibibytes: 64, in: ground.folder.appending("pdfs"))
        var memory: Int64 = 0
        let time = try ground.median {
            let workspace = try ground.workspace("batch")
            let (time, exit) = try ground.time(ground.program, ["run", "transcript", "--json"] + files, in: workspace)
            memory = max(memory, exit.peakMemory)
            return time
        }
        return [
            BenchFigure(name: "1,000 × 64 KiB PDFs, all seven stages", value: 1_000_000 / time, unit: "documents/s"),
            BenchFigure(name: "  peak memory", value: Double(memory) / 1_048_576, unit: "MiB", aim: "< 64"),
        ]
    }
}
