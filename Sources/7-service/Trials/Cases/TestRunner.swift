package import Documents
internal import Engine
internal import FileType
package import Pipelines
package import Platform
package import Representations
package import Workspaces

/// Runs cases, several at a time, each in a workspace of its own.
package struct TestRunner: Sendable {
    package let workspace: WorkspaceFolder
    package let schools: [School]
    private let detector = FileTypeDetector()
    /// Much of a case is waiting for the disk.
    private static let parallel = 8
    private let pool = WorkerPool(name: "test", width: parallel)

    package init(workspace: WorkspaceFolder) throws {
        self.workspace = workspace
        schools = try workspace.schools()
    }

    /// Runs all cases.
    ///
    /// - Parameter report: gets each result in the order of the cases, as soon as it and those before it are there.
    /// - Returns: the results in the order of the cases; fewer when the task is cancelled.
    package func run(_ cases: [TestCase], report: (TestResult) throws -> Void) async throws -> [TestResult] {
        try await withThrowingTaskGroup(of: (Int, TestResult).self) { group in
            var (next, shown) = (0, 0)
            var results: [TestResult?] = Array(repeating: nil, count: cases.count)
            func start() {
                guard next < cases.count else { return }
                let (index, test) = (next, cases[next])
                next += 1
                group.addTask { (index, await run(test)) }
            }
            for _ in 0..<Self.parallel { start() }
            while let (index, result) = try await group.next() {
                try Task.checkCancellation()
                results[index] = result
                start()
                while shown < cases.count, let result = results[shown] {
                    try report(result)
                    shown += 1
                }
            }
            return results.compactMap { $0 }
        }
    }

    /// Never throws: what keeps a case from running is its failure.
    package func run(_ test: TestCase) async -> TestResult {
        let start = ContinuousClock.now
        func result(_ run: RunRecord?, _ stages: [StageRecord], _ failures: [TestFailure]) -> TestResult {
            TestResult(
                test: test, run: run, stages: stages, failures: failures,
                milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
        }
        if let file = test.file, !Files.exists(file) {
            return result(
                nil, [],
                [
                    TestFailure(
                        "file", "there is no file \(file)", at: test.test.fileSpan ?? test.test.span)
                ])
        }
        do {
            let rehearsal = try await Rehearsal(of: workspace, schools: schools, detector: detector, pool: pool)
            let mocks = Dictionary(test.test.mocks.map { ($0.stage, $0) }) { first, _ in first }
            let env = Dictionary(test.test.env.map { ($0.name, $0.value) }) { $1 }
            let pipeline = test.pipeline.replacing { stage in mocks[stage.id].map { StandIn($0) } }
            var trigger = trigger(of: test)
            if let document = test.test.document {
                trigger["document"] = .record(try await rehearsal.enter(document: document))
            }
            let done = try await rehearsal.run(
                RunRequest(file: test.file, inputs: test.test.inputs, trigger: trigger), of: pipeline,
                variables: { env[$0] })
            if let failure = done.journalFailure {
                throw StageError.failed(.other, failure.kind, "The run could not be recorded: \(failure.message)")
            }
            let outcome = try await TestOutcome(of: done, in: rehearsal.stores.journal)
            try await rehearsal.close()
            return result(
                done.run, done.stages, ExpectationCheck(outcome: outcome, pipeline: pipeline).failures(test.test))
        } catch {
            return result(nil, [], [TestFailure("setup", "the case could not be run: \(error)", at: test.test.span)])
        }
    }

    private func trigger(of test: TestCase) -> Record {
        var trigger = test.test.trigger
        if trigger["kind"] == nil { trigger["kind"] = "command" }
        return trigger
    }
}

/// The test cases of some pipelines, read once: what changes later is in another suite.
package struct TestSuite: Sendable {
    /// In the order of the files.
    package let cases: [TestCase]
    /// The text of each pipeline's file, by the name that spans use.
    package let sources: [String: String]
    /// Files that were asked for by name and have no cases at all.
    package let filesWithoutCases: [String]
    private let workspace: WorkspaceFolder

    /// Reads and lints the pipelines; opens nothing. Blocks.
    ///
    /// - Parameters:
    ///   - pipelines: names or files; none: all pipelines of the workspace.
    ///   - filter: a part of the case's or the pipeline's name; nil: all cases.
    /// - Throws: `InvalidFiles` when a pipeline does not lint; `PipelineFinder.NotFound`.
    package init(of pipelines: [Path], filter: String?, in workspace: WorkspaceFolder, registry: Registry) throws {
        let report = try PipelineLint.check(
            pipelines, in: workspace.root, registry: registry, context: workspace.definition.lintContext)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        self.workspace = workspace
        sources = report.sources
        filesWithoutCases = pipelines.isEmpty ? [] : report.pipelines.filter(\.tests.isEmpty).map(\.file)
        cases = report.pipelines.flatMap { pipeline in
            pipeline.tests.map { TestCase(pipeline: pipeline, test: $0) }
        }.filter { test in
            filter.map { test.test.name.contains($0) || test.pipeline.name.contains($0) } ?? true
        }
    }

    /// Runs all cases, each in a workspace of its own, which is removed at its end.
    ///
    /// - Parameter report: as of `TestRunner.run`.
    /// - Returns: the results in the order of the cases.
    /// - Throws: what keeps the workspace's schools from being read; `CancellationError`; what `report` throws.
    package func run(report: (TestResult) throws -> Void) async throws -> [TestResult] {
        try await TestRunner(workspace: workspace).run(cases, report: report)
    }
}
