import Platform
import Testing

/// Death at every place where something has just been, or is about to be, written.
@Suite struct FailpointTests {
    private static let width = 3

    @Test(
        "killed at any boundary, a run is resumed and every effect is there once", arguments: CrashScript.all)
    func everyBoundary(script: CrashScript) async throws {
        let crash = try CrashSandbox()
        let names = try await crash.trace(["run", Path(script.name), try crash.document(0)])
        #expect(names.count > 20, "\(names)")
        print("crash: \(script.name) is killed at \(names.count) places")
        #expect(try await Audit.problems(of: crash) == [])
        let reports = try await Self.each(1...names.count) { failpoint in
            try await Self.kill(script, at: failpoint, of: names)
        }
        for report in reports { Issue.record("\(report)") }
    }

    @Test("killed at any boundary of carrying on, a run is carried on again", arguments: CrashScript.all)
    func everyBoundaryOfResume(script: CrashScript) async throws {
        let crash = try CrashSandbox()
        let names = try await crash.trace(["run", Path(script.name), try crash.document(0)])
        // Somewhere in the middle, so that much is recorded and much is left.
        let middle = try #require(names.firstIndex(of: "engine.effect-done")) + 1
        var round = KillRound(crash, script, try crash.document(1))
        try await round.run(dyingAt: middle)
        let rest = try await crash.trace(["runs", "resume"])
        #expect(rest.count > 10, "\(rest)")
        print("crash: carrying \(script.name) on is killed at \(rest.count / (RandomKillTests.isLong ? 1 : 4)) places")
        // All of them in the long form.
        let stride = RandomKillTests.isLong ? 1 : 4
        let reports = try await Self.each(1...(rest.count / stride)) { number in
            let failpoint = number * stride
            let crash = try CrashSandbox()
            var round = KillRound(crash, script, try crash.document(1))
            try await round.run(dyingAt: middle)
            try await round.resume(dyingAt: failpoint)
            try await round.finish()
            try await round.audit()
            return round.report.map { "killed at \(failpoint) of carrying on: \($0)" }
        }
        for report in reports { Issue.record("\(report)") }
    }

    private static func kill(_ script: CrashScript, at failpoint: Int, of names: [String]) async throws -> String? {
        let crash = try CrashSandbox()
        var round = KillRound(crash, script, try crash.document(1))
        try await round.run(dyingAt: failpoint)
        try await round.finish()
        try await round.audit()
        return round.report.map { "killed at \(failpoint) (\(names[failpoint - 1])): \($0)" }
    }

    /// Several at a time, since each waits for the disk most of its time.
    static func each(
        _ numbers: ClosedRange<Int>, _ body: @escaping @Sendable (Int) async throws -> String?
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var next = numbers.lowerBound
            var reports: [String] = []
            func start() {
                guard next <= numbers.upperBound else { return }
                group.addTask { [next] in try await body(next) }
                next += 1
            }
            for _ in 0..<width { start() }
            while let report = try await group.next() {
                if let report { reports.append(report) }
                start()
            }
            return reports
        }
    }
}
