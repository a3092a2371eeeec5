internal import Glibc
internal import Platform

/// Very many elements of one run, and very many items of one batch: time should grow with them, memory should not.
enum ItemBench {
    static func measure(_ bench: BenchWorkspace, items: Int) throws -> [BenchFigure] {
        try elements(1_000, bench) + elements(10_000, bench) + batch(of: items, bench)
    }

    /// One run that announces something for each element of a list.
    private static func elements(_ count: Int, _ bench: BenchWorkspace) throws -> [BenchFigure] {
        let list = Path("words=" + (0..<count).map { "w\($0)" }.joined(separator: ","))
        var (times, exits): ([Double], [ChildProcess.Exit]) = ([], [])
        for round in 0..<bench.rounds {
            let workspace = try bench.workspace("elements-\(count)-\(round)")
            try Files.replace(workspace.appending("pipelines/tell.yaml"), with: Array(loop.utf8))
            let (time, exit) = try bench.time(bench.program, ["run", "tell", "-i", list], in: workspace)
            times.append(time)
            exits.append(exit)
        }
        return figures(
            "run with \(count) elements of for-each", count, milliseconds: BenchFigure.median(times), of: "element",
            processor: BenchFigure.median(exits.map(\.processorSeconds)), peak: exits.map(\.peakMemory).max() ?? 0)
    }

    /// One batch over as many files, whose runs look at them and store nothing.
    private static func batch(of count: Int, _ bench: BenchWorkspace) throws -> [BenchFigure] {
        let workspace = try bench.workspace("items")
        try Files.replace(workspace.appending("pipelines/sweep.yaml"), with: Array(sweep.utf8))
        try BenchFiles.texts(count, in: workspace.appending("inbox"))
        let start = ContinuousClock.now
        let child = try ChildProcess(bench.program, ["run", "sweep", "--json"], folder: workspace, errors: .null)
        var lines = 0
        while let bytes = try child.output?.readSome(limit: 1 << 16), !bytes.isEmpty {
            lines += bytes.count { $0 == UInt8(ascii: "\n") }
        }
        let exit = try child.wait()
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        // The last one is the batch.
        guard exit.status == 0, lines == count + 1 else {
            throw BenchError(message: "The batch ended with \(exit.status) after \(lines) lines of \(count) files.")
        }
        return figures(
            "batch over \(count) files", count, milliseconds: milliseconds, of: "item",
            processor: exit.processorSeconds, peak: exit.peakMemory)
    }

    private static func figures(
        _ name: String, _ count: Int, milliseconds: Double, of one: String, processor: Double, peak: Int64
    ) -> [BenchFigure] {
        [
            BenchFigure(name: name, value: milliseconds * 1_000 / Double(count), unit: "µs an \(one)"),
            BenchFigure(name: "  processor", value: processor * 1_000_000 / Double(count), unit: "µs an \(one)"),
            BenchFigure(name: "  peak memory", value: Double(peak) / 1_048_576, unit: "MiB"),
        ]
    }

    private static let loop = """
        version: 1
        name: tell
        inputs: { words: { type: list, of: string, default: [] } }
        stages:
          - uses: notify
            for-each: "${{ inputs.words }}"
            irreversible: true
            with: { channel: log, subject: "${{ item }}" }

        """

    private static let sweep = """
        version: 1
        name: sweep
        source: { files: { glob: 'inbox/*' } }
        stages:
          - uses: detect-mime

        """
}

extension ChildProcess.Exit {
    /// Processor time outside of the kernel and within.
    fileprivate var processorSeconds: Double { userSeconds + kernelSeconds }
}
