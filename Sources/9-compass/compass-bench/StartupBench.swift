internal import Platform

/// How long the program takes to start and end.
enum StartupBench {
    static func measure(_ ground: BenchGround) throws -> [BenchFigure] {
        let workspace = try ground.workspace("startup")
        let time = try ground.median(of: ground.rounds * 4) {
            try ground.time(ground.program, ["version"], in: workspace).milliseconds
        }
        return [BenchFigure(name: "compass version", value: time, unit: "ms", aim: "≤ 15")]
    }
}
