internal import Glibc
internal import Platform

/// `compass up` with very many files in a watched folder: while it takes them, and when nothing is left to do.
enum UpBench {
    /// What it still writes down, when the last run has ended, is done by then.
    private static let settling: UInt32 = 5
    private static let idle: UInt32 = 60

    static func measure(_ bench: BenchWorkspace, files: Int) async throws -> [BenchFigure] {
        let root = try bench.workspace("up")
        try Files.replace(root.appending("pipelines/drop.yaml"), with: Array(WatchBench.source("detect-mime").utf8))
        try BenchFiles.texts(files, in: root.appending("inbox"))
        let (service, waits) = try await OtherWrites.waits(for: root.appending(".compass/compass.db")) {
            try Service(bench.program, in: root, files: files)
        }
        defer { service.child.signal(SIGTERM) }
        let busy = BenchFigure(
            name: "`up`, backlog of \(files) files: peak memory", value: try service.figure("VmHWM") / 1_024,
            unit: "MiB", aim: "< 100")
        sleep(settling)
        let before = try service.processorSeconds()
        sleep(idle)
        let used = try service.processorSeconds() - before
        let figures = [
            BenchFigure(
                name: "`up` with nothing to do: processor over a minute", value: used / Double(idle) * 100, unit: "%",
                aim: "< 0.1"),
            BenchFigure(
                name: "  memory", value: try service.figure("VmRSS") / 1_024, unit: "MiB", aim: "< 100"),
            BenchFigure(name: "  threads", value: try service.figure("Threads"), unit: ""),
        ]
        service.child.signal(SIGTERM)
        let exit = try service.child.wait()
        guard exit.status == 0 else { throw BenchError(message: "`up` ended with \(exit.status).") }
        return [busy] + OtherWrites.figures(waits) + figures
    }

    /// One that has taken all files.
    private struct Service: Sendable {
        let child: ChildProcess

        init(_ program: Path, in root: Path, files: Int) throws {
            child = try ChildProcess(program, ["up", "--log-format", "json"], folder: root, output: .null)
            var left = files
            var line: [UInt8] = []
            while left > 0 {
                guard let bytes = try child.errors?.readSome(limit: 1 << 16), !bytes.isEmpty else {
                    throw BenchError(message: "`up` ended with \(try child.wait().status), \(left) files being left.")
                }
                var lines = (line + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                line = Array(lines.removeLast())
                left -= lines.count { String(decoding: $0, as: UTF8.self).contains(#""event":"run-finished""#) }
            }
        }

        /// A line of /proc/PID/status, see proc(5).
        func figure(_ name: String) throws -> Double {
            let text = String(decoding: try Files.read(Path("/proc/\(child.id)/status"), limit: 1 << 16), as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
                let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
                if words.count > 1, let figure = Double(words[1]) { return figure }
            }
            throw BenchError(message: "/proc/\(child.id)/status has no \(name).")
        }

        /// Of all its threads.
        func processorSeconds() throws -> Double {
            let text = String(decoding: try Files.read(Path("/proc/\(child.id)/stat"), limit: 1 << 16), as: UTF8.self)
            // The name of the program may hold anything; the 14th and 15th field of all are the 12th and 13th behind it.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
            let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
            guard ticks.count == 2 else { throw BenchError(message: "/proc/\(child.id)/stat cannot be read: \(text)") }
            return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }
}
