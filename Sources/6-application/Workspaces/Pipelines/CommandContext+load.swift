internal import Diagnostics
internal import Pipelines
internal import Platform

extension CommandContext {
    /// Finds, reads and lints a pipeline. Warnings are reported; `run` refuses exactly what `lint` refuses.
    ///
    /// - Throws: `InvalidFiles`, `UsageError` when there is no such pipeline.
    func load(_ name: Path, in workspace: Workspace) throws -> Pipeline {
        let report = try PipelineLint.check(
            [name], in: workspace.root, registry: workspace.registry, context: workspace.lint)
        guard let pipeline = report.pipelines.first, !report.issues.hasErrors else {
            throw InvalidFiles(issues: report.issues, sources: report.sources)
        }
        if !report.issues.isEmpty {
            let text = IssueFormat.text.render(
                report.issues.sorted, sources: report.sources, style: streams.errorTerminal.style)
            streams.report(String(text.dropLast()))
        }
        return pipeline
    }
}
