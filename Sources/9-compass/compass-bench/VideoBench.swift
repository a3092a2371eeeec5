internal import Glibc
internal import Platform

/// One large video, in turn with a synced copy and with a digest of the same file.
enum VideoBench {
    static func measure(_ bench: BenchWorkspace, mebibytes: Int) throws -> [BenchFigure] {
        let video = bench.folder.appending("video.mp4")
        try BenchFiles.video(mebibytes: mebibytes, at: video)
        defer { _ = video.withCString { unlink($0) } }
        var times: (run: [Double], copy: [Double], digest: [Double]) = ([], [], [])
        var memory: Int64 = 0
        // Who writes after whom decides whether a virtual machine's memory is at hand, by a factor of three and not the same
        // way twice. So both take either place, forth and back, and the fastest of each counts.
        for _ in 0..<bench.rounds {
            for runs in [true, false, false, true] {
                let workspace = try bench.workspace("video")
                if runs {
                    let (run, exit) = try bench.time(bench.program, ["run", "video", video], in: workspace)
                    times.run.append(run)
                    memory = max(memory, exit.peakMemory)
                } else {
                    let copy = try bench.time(
                        "/bin/sh", ["-c", "cp \"$0\" copy.mp4 && sync copy.mp4", video], in: workspace)
                    times.copy.append(copy.milliseconds)
                }
            }
            let workspace = try bench.workspace("video")
            let digest = try bench.time("/usr/bin/openssl", ["dgst", "-sha256", video], in: workspace)
            times.digest.append(digest.milliseconds)
        }
        let size = Double(mebibytes)
        let (run, copy, digest) = (
            times.run.min() ?? 0, times.copy.min() ?? 0, times.digest.min() ?? 0
        )
        return [
            BenchFigure(name: "\(mebibytes) MiB video, all seven stages", value: size / run * 1_000, unit: "MiB/s"),
            BenchFigure(name: "  cp and sync of the same file", value: size / copy * 1_000, unit: "MiB/s"),
            BenchFigure(name: "  openssl dgst -sha256 of the same file", value: size / digest * 1_000, unit: "MiB/s"),
            BenchFigure(
                name: "  time over the slower of both", value: run / max(copy, digest), unit: "×", aim: "≤ 1.15"),
            BenchFigure(name: "  peak memory", value: Double(memory) / 1_048_576, unit: "MiB", aim: "< 64"),
        ]
    }
}
