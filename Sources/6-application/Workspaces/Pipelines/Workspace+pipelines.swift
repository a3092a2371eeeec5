internal import Diagnostics
package import Pipelines
package import Platform
package import Representations

extension Workspace {
    /// Finds, reads and lints a pipeline. A run refuses exactly what the lint refuses.
    ///
    /// - Parameter warnings: is called when there are any.
    /// - Throws: `InvalidFiles`, `PipelineFinder.NotFound`
    package func pipeline(_ name: Path, warnings: (InvalidFiles) -> Void) throws -> Pipeline {
        let report = try PipelineLint.check([name], in: root, registry: registry, context: lint)
        guard let pipeline = report.pipelines.first, !report.issues.hasErrors else {
            throw InvalidFiles(issues: report.issues, sources: report.sources)
        }
        if !report.issues.isEmpty { warnings(InvalidFiles(issues: report.issues, sources: report.sources)) }
        return pipeline
    }

    /// The pipeline of that name as the workspace has it now, whatever its file is called.
    ///
    /// - Throws: `InvalidFiles`, `Problem` when there is none.
    package func currentPipeline(_ name: String, warnings: (InvalidFiles) -> Void) throws -> Pipeline {
        do {
            let pipeline = try pipeline(Path(name), warnings: warnings)
            if pipeline.name == name { return pipeline }
        } catch is PipelineFinder.NotFound {
            // Its file may have another name.
        }
        let report = try PipelineLint.check([], in: root, registry: registry, context: lint)
        guard let pipeline = report.pipelines.first(where: { $0.name == name }) else {
            throw Problem.refused(
                "The workspace has no pipeline `\(name)` any more. Put its file back into pipelines/.")
        }
        return pipeline
    }
}
