internal import Platform

/// A long pipeline, linted by the built program.
enum LintBench {
    static func measure(_ bench: BenchWorkspace) throws -> [BenchFigure] {
        let workspace = try bench.workspace("lint")
        let lines = 198
        try Files.replace(
            workspace.appending("pipelines/long.yaml"), with: Array(definition("long", stages: (lines - 8) / 5).utf8))
        let bare = try bench.median(of: bench.rounds * 4) {
            try bench.time(bench.program, ["version"], in: workspace).milliseconds
        }
        let time = try bench.median(of: bench.rounds * 4) {
            try bench.time(bench.program, ["lint", "long"], in: workspace).milliseconds
        }
        return try [
            BenchFigure(name: "compass lint, \(lines) lines, whole process", value: time, unit: "ms"),
            BenchFigure(name: "  without starting the program", value: max(0, time - bare), unit: "ms", aim: "≤ 5"),
        ] + [500, 1_000, 2_000].map { try measure(stages: $0, bare: bare, bench, in: workspace) }
            + LargeDefinition.all.map { try measure($0, bench, in: workspace) }
    }

    /// A stage takes five lines, and has a condition and expressions.
    private static func definition(_ name: String, stages: Int) -> String {
        var text = "version: 1\nname: \(name)\ninputs:\n  type: { type: document-type, default: transcript }\nstages:\n"
        text += "  - uses: detect-mime\n  - uses: validate-extension\n  - uses: size-check\n"
        for number in 0..<stages {
            text += """
                  - id: tell-\(number)
                    uses: notify
                    if: document.size > 1kB && contains(document.name, 'a')
                    with:
                      subject: "New: ${{ document.name }} by ${{ run.owner }}"

                """
        }
        return text
    }

    private static func measure(
        stages: Int, bare: Double, _ bench: BenchWorkspace, in workspace: Path
    ) throws -> BenchFigure {
        let file: Path = "pipelines/stages.yaml"
        try Files.replace(workspace.appending(file), with: Array(definition("stages", stages: stages).utf8))
        let time = try bench.median {
            try bench.time(bench.program, ["lint", file], in: workspace).milliseconds
        }
        return BenchFigure(
            name: "  \(stages) stages, without starting the program", value: max(0, time - bare), unit: "ms",
            aim: stages == 2_000 ? "≤ 100" : nil)
    }

    /// A file as large as may be, mistakes or not.
    private static func measure(
        _ definition: LargeDefinition, _ bench: BenchWorkspace, in workspace: Path
    ) throws -> BenchFigure {
        let file: Path = "pipelines/large.yaml"
        try Files.replace(workspace.appending(file), with: Array(definition.text.utf8))
        let time = try bench.median(of: bench.rounds) {
            try bench.time(bench.program, ["lint", file], in: workspace, allowing: [0, 2]).milliseconds
        }
        return BenchFigure(name: "compass lint, \(definition.name)", value: time, unit: "ms", aim: "< 1000")
    }
}
