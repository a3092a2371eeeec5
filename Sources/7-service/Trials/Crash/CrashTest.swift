internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

/// `compass test --crash`: kills real runs of the cases' documents at every boundary, has them carried on, and compares
/// what they leave with what a run leaves that nobody disturbs.
struct CrashTest: Sendable {
    let context: CommandContext
    let pipelines: [Path]
    /// nil: all cases.
    let filter: String?
    let isJSON: Bool

    /// Each process waits for the disk most of its time.
    private static let parallel = 4

    private var streams: StandardStreams { context.streams }

    /// - Throws: `InvalidFiles` when a pipeline or the workspace file does not lint; `UsageError` when there is no case
    ///   to be killed.
    func run() async throws -> ExitCode {
        let workspace = try WorkspaceFolder(context.workspaceFolder)
        let report = try PipelineLint.check(
            pipelines, in: workspace.root, registry: try context.registry(), context: workspace.definition.lintContext)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        let cases = report.pipelines.flatMap { pipeline in
            pipeline.tests.map { TestCase(pipeline: pipeline, test: $0) }.filter(isWanted)
        }
        guard !cases.isEmpty else {
            throw UsageError(
                "there is no case to be killed: `--crash` takes cases of `tests:` that have a file, no `mocks` and no "
                    + "`trigger`",
                details: ["`compass runs to-test RUN` makes a case of a run"])
        }
        let schools = try workspace.schools()
        let pool = WorkerPool(name: "crash-test", width: Self.parallel)
        var code = ExitCode.success
        for test in cases {
            let result = try await run(test, workspace, schools, pool)
            if isJSON {
                try streams.print(json: result.record)
            } else {
                try streams.write(result.text(streams.terminal.style))
            }
            try streams.flush()
            if !result.hasPassed { code = .failed }
        }
        return code
    }

    /// Processes of their own can have no stand-ins.
    private func isWanted(_ test: TestCase) -> Bool {
        guard test.file != nil, test.test.mocks.isEmpty, test.test.trigger.isEmpty else { return false }
        guard let filter else { return true }
        return test.test.name.contains(filter) || test.pipeline.name.contains(filter)
    }

    private func run(
        _ test: TestCase, _ workspace: WorkspaceFolder, _ schools: [School], _ pool: WorkerPool
    ) async throws -> CrashResult {
        guard let file = test.file, Files.exists(file) else {
            throw UsageError("case `\(test.test.name)` of \(test.pipeline.file): there is no file \(test.file ?? "")")
        }
        let channels = workspace.definition.channels.map(\.name)
        let make: @Sendable () throws -> CrashGround = {
            try CrashGround(test, file: file, workspace: workspace, schools: schools)
        }
        let undisturbed = try make()
        let names = try await pool.run { try trace(undisturbed) }
        let expected = try await CrashEnd(of: undisturbed, channels: channels)
        let differences = try await differences(from: expected, names, pool, make, channels: channels) { done in
            try show("\(test.pipeline.name): killed at \(done) of \(names.count) boundaries")
        }
        try show("")
        return CrashResult(
            pipeline: test.pipeline.name, test: test.test.name, boundaries: names.count,
            command: undisturbed.arguments.map(\.description).joined(separator: " "), differences: differences)
    }

    private func differences(
        from expected: CrashEnd, _ names: [String], _ pool: WorkerPool,
        _ make: @escaping @Sendable () throws -> CrashGround,
        channels: [String], progress: (Int) throws -> Void
    ) async throws -> [CrashResult.Difference] {
        try await withThrowingTaskGroup(of: CrashResult.Difference?.self) { group in
            var differences: [CrashResult.Difference] = []
            for boundary in 1...names.count {
                if boundary > Self.parallel, let difference = try await group.next() ?? nil {
                    differences.append(difference)
                }
                try Task.checkCancellation()
                try progress(boundary - 1)
                group.addTask {
                    try await difference(
                        from: expected, at: boundary, names[boundary - 1], in: try make(), pool, channels: channels)
                }
            }
            for try await difference in group {
                if let difference { differences.append(difference) }
            }
            return differences.sorted { $0.boundary < $1.boundary }
        }
    }

    /// - Returns: nil when the end is the same.
    private func difference(
        from expected: CrashEnd, at boundary: Int, _ name: String, in ground: CrashGround, _ pool: WorkerPool,
        channels: [String]
    ) async throws -> CrashResult.Difference? {
        var failure = try await pool.run { try kill(ground, at: boundary) }
        var end = try await CrashEnd(of: ground, channels: channels)
        if failure == nil, !end.hasRun {
            failure = try await pool.run { try problem("compass run", ground.run()) }
            end = try await CrashEnd(of: ground, channels: channels)
        }
        let difference = expected.differences(to: end)
        let unexpected = (failure.map { [$0] } ?? []) + difference.unexpected
        if difference.missing.isEmpty, unexpected.isEmpty { return nil }
        return CrashResult.Difference(
            boundary: boundary, name: name, missing: difference.missing, unexpected: unexpected)
    }

    /// Replaces the last line of a terminal.
    private func show(_ line: String) throws {
        guard streams.terminal.isInteractive, !isJSON else { return }
        try streams.control("\r\u{1B}[K\(Printable.text(line))")
        try streams.flush()
    }

    /// The places that a run passes which nobody disturbs.
    private func trace(_ ground: CrashGround) throws -> [String] {
        let file = ground.root.appending("trace")
        let process = try ground.run("COMPASS_FAILPOINT_TRACE=\(file)")
        guard [0, 1, 3].contains(process.status), Files.exists(file) else {
            throw UsageError("the case cannot be run: \(process.errors)")
        }
        return String(decoding: try Files.read(file, limit: 1 << 26), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Kills a run, and has it carried on.
    ///
    /// - Returns: what went wrong with a process; nil: nothing.
    private func kill(_ ground: CrashGround, at boundary: Int) throws -> String? {
        let first = try ground.run("COMPASS_FAILPOINT=:\(boundary)")
        // Tasks take turns in another order each time, so the last places may not be reached.
        if first.status != CrashProcess.killed, let problem = problem("compass run", first) { return problem }
        return problem("compass runs resume", try ground.resume())
    }

    private func problem(_ command: String, _ process: CrashProcess) -> String? {
        guard ![0, 1, 3].contains(process.status) else { return nil }
        return "`\(command)` ended with status \(process.status): \(process.errors)"
    }
}
