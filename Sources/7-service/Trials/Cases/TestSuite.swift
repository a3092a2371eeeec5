package import Pipelines
package import Platform
package import Representations
package import Workspaces

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
