internal import Glibc
internal import Platform
internal import SQL
internal import SQLite

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

        /// Looks into the database for how far it is: what the log says is dropped when nobody reads it fast enough.
        init(_ program: Path, in root: Path, files: Int) throws {
            child = try ChildProcess(program, ["up"], folder: root, output: .null, errors: .null)
            let connection = try Connection(root.appending(".compass/compass.db"), mode: .read)
            while try (connection.first(Self.ended) { try $0.integer(0) } ?? 0) < files {
                if try statistics()[0] == "Z" {
                    throw BenchError(message: "`up` ended with \(try child.wait().status).")
                }
                usleep(250_000)
            }
        }

        private static let ended = "SELECT count(*) FROM runs WHERE finished_at IS NOT NULL"

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
            let ticks = try statistics().dropFirst(11).prefix(2).compactMap { Double($0) }
            guard ticks.count == 2 else { throw BenchError(message: "/proc/\(child.id)/stat cannot be read.") }
            return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }

        /// /proc/PID/stat from the third field on, the process's state: the second is its name, which may hold anything.
        private func statistics() throws -> [Substring] {
            let text = String(decoding: try Files.read(Path("/proc/\(child.id)/stat"), limit: 1 << 16), as: UTF8.self)
            return Array(text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst())
        }
    }
}
