internal import Diagnostics
internal import Documents
package import Pipelines
package import Platform
package import Representations
package import Workspaces

/// Kills real runs of the cases' documents at every boundary, has them carried on, and compares what they leave with what a
/// run leaves that nobody disturbs.
package struct CrashTest: Sendable {
    private let workspace: WorkspaceFolder
    private let schools: [School]
    private let program: CrashProgram
    private let pool = WorkerPool(name: "crash-test", width: parallel)

    /// Each process waits for the disk most of its time.
    private static let parallel = 4

    /// - Parameter program: what is killed.
    /// - Throws: `InvalidFiles`, `Problem`, `SystemError`: what keeps the workspace's schools from being read.
    package init(workspace: WorkspaceFolder, program: CrashProgram) throws {
        self.workspace = workspace
        schools = try workspace.schools()
        self.program = program
    }

    /// The cases that can be killed: those that have a file and need no stand-ins, which processes of their own cannot
    /// have, and name no school that the workspace lacks, with which no run begins.
    ///
    /// - Parameters:
    ///   - pipelines: names or files; none: all pipelines of the workspace.
    ///   - filter: a part of the case's or the pipeline's name; nil: all cases.
    /// - Throws: `InvalidFiles` when a pipeline does not lint; `PipelineFinder.NotFound`.
    package func cases(of pipelines: [Path], filter: String?, registry: Registry) throws -> [TestCase] {
        let index = SchoolIndex(schools)
        return try TestSuite(of: pipelines, filter: filter, in: workspace, registry: registry).cases.filter { test in
            test.file != nil && test.test.mocks.isEmpty && test.test.trigger.isEmpty
                && SchoolInputs(test.pipeline, registry: registry).schools(of: test.test.inputs)
                    .allSatisfy { index.id(of: $0) != nil }
        }
    }

    /// Kills one case at each of its boundaries.
    ///
    /// - Parameter progress: how many boundaries were tried, and how many there are.
    package func run(_ test: TestCase, progress: (_ done: Int, _ boundaries: Int) throws -> Void) async throws
        -> CrashResult
    {
        guard let file = test.file, Files.exists(file) else {
            throw Problem.invalidRequest(
                "case `\(test.test.name)` of \(test.pipeline.file): there is no file \(test.file ?? "")")
        }
        let channels = workspace.definition.channels.map(\.name)
        let make: @Sendable () throws -> CrashSandbox = {
            try CrashSandbox(test, file: file, workspace: workspace, schools: schools, program: program)
        }
        let undisturbed = try make()
        let names = try await pool.run { try trace(undisturbed) }
        let expected = try await CrashEnd(of: undisturbed, channels: channels)
        let differences = try await differences(from: expected, names, pool, make, channels: channels) { done in
            try progress(done, names.count)
        }
        return CrashResult(
            pipeline: test.pipeline.name, test: test.test.name, boundaries: names.count,
            run: ([program.name] + undisturbed.arguments.map(\.description)).joined(separator: " "),
            resume: program.resumeName, differences: differences)
    }

    private func differences(
        from expected: CrashEnd, _ names: [String], _ pool: WorkerPool,
        _ make: @escaping @Sendable () throws -> CrashSandbox,
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
        from expected: CrashEnd, at boundary: Int, _ name: String, in sandbox: CrashSandbox, _ pool: WorkerPool,
        channels: [String]
    ) async throws -> CrashResult.Difference? {
        var failure = try await pool.run { try kill(sandbox, at: boundary) }
        var end = try await CrashEnd(of: sandbox, channels: channels)
        if failure == nil, !end.hasRun {
            failure = try await pool.run { try problem(program.runName, sandbox.run()) }
            end = try await CrashEnd(of: sandbox, channels: channels)
        }
        let difference = expected.differences(to: end)
        let unexpected = (failure.map { [$0] } ?? []) + difference.unexpected
        if difference.missing.isEmpty, unexpected.isEmpty { return nil }
        return CrashResult.Difference(
            boundary: boundary, name: name, missing: difference.missing, unexpected: unexpected)
    }

    /// The places that a run passes which nobody disturbs.
    private func trace(_ sandbox: CrashSandbox) throws -> [String] {
        let file = sandbox.root.appending("trace")
        let process = try sandbox.run("COMPASS_FAILPOINT_TRACE=\(file)")
        guard [0, 1, 3].contains(process.status), Files.exists(file) else {
            throw Problem.invalidRequest("the case cannot be run: \(process.errors)")
        }
        return String(decoding: try Files.read(file, limit: 1 << 26), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Kills a run, and has it carried on.
    ///
    /// - Returns: what went wrong with a process; nil: nothing.
    private func kill(_ sandbox: CrashSandbox, at boundary: Int) throws -> String? {
        let first = try sandbox.run("COMPASS_FAILPOINT=:\(boundary)")
        // Tasks take turns in another order each time, so the last places may not be reached.
        if first.status != CrashProcess.killed, let problem = problem(program.runName, first) { return problem }
        return problem(program.resumeName, try sandbox.resume())
    }

    private func problem(_ name: String, _ process: CrashProcess) -> String? {
        guard ![0, 1, 3].contains(process.status) else { return nil }
        return "`\(name)` ended with status \(process.status): \(process.errors)"
    }
}

/// How the program is started that a crash test kills.
package struct CrashProgram: Sendable {
    /// Its file.
    package let path: Path
    /// The arguments that run a pipeline for a file of the workspace in the current folder; inputs are `NAME=VALUE`.
    package let run: @Sendable (_ pipeline: Path, _ file: Path, _ inputs: [Path]) -> [Path]
    /// The arguments that carry on what was left.
    package let resume: [Path]
    /// What users call the program, and both of its tasks.
    package let name: String
    package let runName: String
    package let resumeName: String

    package init(
        path: Path, run: @escaping @Sendable (_ pipeline: Path, _ file: Path, _ inputs: [Path]) -> [Path],
        resume: [Path], name: String, runName: String, resumeName: String
    ) {
        self.path = path
        self.run = run
        self.resume = resume
        self.name = name
        self.runName = runName
        self.resumeName = resumeName
    }
}
