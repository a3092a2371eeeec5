import CompassTesting
import Glibc
import Platform
import Testing

/// Watched folders whose process dies, stops or starts with a backlog.
@Suite struct IntakeKillTests {
    @Test("W25: however often `up` is killed while files come, each file is stored, announced and moved once")
    func kills() async throws {
        let (files, kills) = Nightly.isOn ? (50, 200) : (6, 3)
        var generator = SeededRandom(seed: Nightly.seed)
        let crash = try IntakeSandbox(files: files, .full)
        var (killed, dropped) = (0, 0)
        var problems: [String] = []
        while killed < kills || dropped < files {
            let next = min(files, dropped + Int.random(in: 0...(2 * files / kills + 1), using: &generator))
            let range = dropped..<next
            let output = try await crash.up(dyingAfter: .random(in: 1...600, using: &generator)) {
                for number in range { try crash.drop(number) }
            }
            dropped = next
            // `timeout` may be gone before the process that it has killed, and with that its lock.
            let isRefused = output.status == 2 && output.errors.contains("another service")
            if output.status == 137 { killed += 1 } else if !isRefused { problems.append("`up` ended so: \(output)") }
            // Three processes that die of one run give it up, and these runs are innocent.
            if killed.isMultiple(of: 2) {
                let rest = try await crash.sandbox.compass("runs", "resume")
                if ![0, 1].contains(rest.status) { problems.append("`runs resume` ended so: \(rest)") }
            }
            if problems.count > 3 { break }
        }
        let end = try await crash.finish()
        if end.status != 0 { problems.append("`watch --once` ended so: \(end)") }
        let audit = try await IntakeAudit(of: crash, mayGiveUp: true)
        problems += audit.problems
        print(
            "intake: seed \(Nightly.seed): \(files) files, \(killed) kills, \(audit.givenUp) given up, "
                + "\(problems.count) problems")
        #expect(problems.isEmpty, "seed \(Nightly.seed): \(problems.joined(separator: "\n"))")
    }

    @Test("W14, W39: files that come while `up` is stopped, more than the kernel has room to tell, are taken once each")
    func burst() async throws {
        let files = Nightly.isOn ? 20_000 : 150
        let crash = try IntakeSandbox(files: files, .light)
        let process = try await crash.sandbox.up(level: "info")
        process.signal(SIGSTOP)
        for number in 0..<files { try crash.drop(number) }
        process.signal(SIGCONT)
        let ended = Counter(files)
        try await process.entry("run-finished") { _ in ended.isFull() }
        #expect(try await process.end(after: SIGTERM) == 0)
        if Nightly.isOn { #expect(process.count("watch-overflow") == 1, "\(process.text.prefix(2_000))") }
        #expect(try await Self.runs(of: crash) == "\(files) \(files) \(files)\n")
    }

    @Test("W32: a backlog is begun with the oldest, killed half-way and finished, each file once")
    func backlog() async throws {
        let files = Nightly.isOn ? 100_000 : 400
        let crash = try IntakeSandbox(files: files, .light)
        for number in 0..<files { try crash.drop(number) }
        let start = ContinuousClock.now
        let process = try crash.sandbox.start(["up", "--log-format", "json"])
        let first = try await process.entry("run-finished")
        let waited = ContinuousClock.now - start
        // `up` takes two files for each of its 64 workers, oldest first, and any of these may be the first to end.
        let oldest = (0..<128).map { IntakeSandbox.name($0).text }
        #expect(oldest.contains(Path(first["file"]?.string ?? "").name.text), "\(first.json)")
        let half = Counter(files / 2)
        try await process.entry("run-finished") { _ in half.isFull() }
        #expect(try await process.end(after: SIGKILL) == 137)
        let next = try await crash.finish()
        #expect(next.status == 0, "\(next.errors.suffix(2_000))")
        #expect(try await Self.runs(of: crash) == "\(files) \(files) \(files)\n")
        print("intake: \(files) files: first run ended after \(waited), second process \(next.peakMemory >> 20) MiB")
    }

    /// How many runs there are, of how many files, and how many of them succeeded; asked of the database by another
    /// program.
    private static func runs(of crash: IntakeSandbox) async throws -> String {
        let question = """
            import sqlite3
            print(*sqlite3.connect('.compass/compass.db').execute(
                "SELECT count(*), count(DISTINCT file), sum(status = 'succeeded') FROM runs").fetchone())
            """
        let output = try await crash.sandbox.run("/usr/bin/python3", ["-c", Path(question)])
        return output.text + output.errors
    }
}
