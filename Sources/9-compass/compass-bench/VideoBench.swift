internal import Glibc
internal import Platform

/// One large video, in turn with a synced copy and with a digest of the same file.
///
/// Each round measures all three, one directly after the other, and what counts of it are their ratios: a virtual machine's
/// disk and memory change their pace by half from one minute to the next, and all three with them. Who comes after whom
/// decides whether memory is at hand, so that every round begins with another one.
enum VideoBench {
    private enum Subject: CaseIterable {
        case run, copy, digest
    }

    /// In milliseconds.
    private struct Round {
        var run = 0.0
        var copy = 0.0
        var digest = 0.0
    }

    /// - Parameter mebibytes: the size of the video.
    static func measure(_ bench: BenchWorkspace, mebibytes: Int) throws -> [BenchFigure] {
        let video = bench.folder.appending("video.mp4")
        try BenchFiles.video(mebibytes: mebibytes, at: video)
        defer { _ = video.withCString { unlink($0) } }
        var rounds: [Round] = []
        var memory: Int64 = 0
        for number in 0..<bench.rounds {
            var round = Round()
            let subjects = Subject.allCases
            for place in subjects.indices {
                let workspace = try bench.workspace("video")
                switch subjects[(place + number) % subjects.count] {
                case .run:
                    let (time, exit) = try bench.time(bench.program, ["run", "video", video], in: workspace)
                    round.run = time
                    memory = max(memory, exit.peakMemory)
                case .copy:
                    round.copy =
                        try bench.time("/bin/sh", ["-c", "cp \"$0\" copy.mp4 && sync copy.mp4", video], in: workspace)
                        .milliseconds
                case .digest:
                    round.digest =
                        try bench.time("/usr/bin/openssl", ["dgst", "-sha256", video], in: workspace).milliseconds
                }
            }
            rounds.append(round)
        }
        return figures(rounds, mebibytes: mebibytes, memory: memory)
    }

    private static func figures(_ rounds: [Round], mebibytes: Int, memory: Int64) -> [BenchFigure] {
        let size = Double(mebibytes)
        let median = { (value: (Round) -> Double) in BenchFigure.median(rounds.map(value)) }
        return [
            BenchFigure(name: "\(mebibytes) MiB video, all seven stages", value: median(\.run) / 1_000, unit: "s"),
            BenchFigure(name: "  speed", value: size / median(\.run) * 1_000, unit: "MiB/s"),
            BenchFigure(name: "  cp and sync of the same file", value: median(\.copy) / 1_000, unit: "s"),
            BenchFigure(name: "  openssl dgst -sha256 of the same file", value: median(\.digest) / 1_000, unit: "s"),
            BenchFigure(
                name: "  time over cp and sync, median of the rounds", value: median { $0.run / $0.copy }, unit: "×",
                aim: "≤ 0.9"),
            BenchFigure(
                name: "  time over the digest, median of the rounds", value: median { $0.run / $0.digest }, unit: "×",
                aim: "≤ 1.1"),
            BenchFigure(name: "  peak memory", value: Double(memory) / 1_048_576, unit: "MiB", aim: "< 48"),
        ]
    }
}
