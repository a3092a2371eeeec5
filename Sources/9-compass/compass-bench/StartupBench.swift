internal import Platform

/// How long the program takes to start and end.
enum StartupBench {
    static func measure(_ bench: BenchWorkspace) throws -> [BenchFigure] {
        let workspace = try bench.workspace("startup")
        let time = try bench.median(of: bench.rounds * 4) {
            try bench.time(bench.program, ["version"], in: workspace).milliseconds
        }
        return [BenchFigure(name: "compass version", value: time, unit: "ms", aim: "≤ 15")]
    }
}
