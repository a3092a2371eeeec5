internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Trials
internal import Workspaces

/// One time through all cases: read, run, report.
struct TestSession: Sendable {
    let context: CommandContext
    let pipelines: [Path]
    /// nil: all cases.
    let filter: String?
    let isJSON: Bool
    /// nil: no JUnit XML is written.
    let junit: Path?

    private var streams: StandardStreams { context.streams }

    /// - Throws: `InvalidFiles` when a pipeline or the workspace file does not lint.
    func run() async throws -> ExitCode {
        let start = ContinuousClock.now
        let workspace = try WorkspaceFolder(context.workspaceFolder, registry: context.registry())
        let report = try PipelineLint.check(
            pipelines, in: workspace.root, registry: try context.registry(), context: workspace.definition.lintContext)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        let cases = self.cases(of: report)
        let text = TestText(sources: report.sources, style: streams.terminal.style)
        let results = try await TestRunner(workspace: workspace).run(cases) { result in
            if isJSON {
                try streams.print(json: result.record)
            } else {
                try streams.write(text.render(result))
            }
        }
        if let junit {
            let document = JUnitDocument(name: "compass test", results: results, sources: report.sources)
            try Files.replace(junit, with: Array(document.text.utf8))
        }
        let summary = self.summary(of: results, milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
        if isJSON || cases.isEmpty { streams.report(summary) } else { try streams.print(summary) }
        return results.contains { !$0.hasPassed } ? .failed : .success
    }

    /// In the order of the files; a pipeline that was named and has none is worth a warning.
    private func cases(of report: LintReport) -> [TestCase] {
        if !pipelines.isEmpty {
            for pipeline in report.pipelines where pipeline.tests.isEmpty {
                streams.report(
                    "compass: \(pipeline.file) has no tests; `compass runs to-test RUN` makes one of a run")
            }
        }
        let all = report.pipelines.flatMap { pipeline in
            pipeline.tests.map { TestCase(pipeline: pipeline, test: $0) }
        }
        guard let filter else { return all }
        return all.filter { $0.test.name.contains(filter) || $0.pipeline.name.contains(filter) }
    }

    /// "12 cases, 11 passed, 1 failed (0.3 s)"
    private func summary(of results: [TestResult], milliseconds: Double) -> String {
        guard !results.isEmpty else {
            return filter.map { "No case has `\(Printable.text($0))` in its name." } ?? "No pipeline has test cases."
        }
        let failed = results.count { !$0.hasPassed }
        return "\(HumanFormat.count(results.count, "case")), \(results.count - failed) passed, \(failed) failed "
            + "(\(HumanFormat.duration(milliseconds: milliseconds)))"
    }
}
