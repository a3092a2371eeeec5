internal import Diagnostics
package import Engine
package import Pipelines
package import Platform
package import Representations

extension WorkspaceFolder {
    /// Finds, reads and lints a pipeline. A run refuses exactly what the lint refuses.
    ///
    /// - Parameter warnings: is called when there are any.
    /// - Throws: `InvalidFiles`, `PipelineFinder.NotFound`
    package func pipeline(_ name: Path, registry: Registry, warnings: (InvalidFiles) -> Void) throws -> Pipeline {
        try PipelineLint.pipeline(name, in: root, registry: registry, context: definition.lintContext, warnings)
    }
}

extension PipelineLint {
    fileprivate static func pipeline(
        _ name: Path, in root: Path, registry: Registry, context: LintContext, _ warnings: (InvalidFiles) -> Void
    ) throws -> Pipeline {
        let report = try check([name], in: root, registry: registry, context: context)
        guard let pipeline = report.pipelines.first, !report.issues.hasErrors else {
            throw InvalidFiles(issues: report.issues, sources: report.sources)
        }
        if !report.issues.isEmpty { warnings(InvalidFiles(issues: report.issues, sources: report.sources)) }
        return pipeline
    }
}

extension Workspace {
    /// As of `WorkspaceFolder`.
    package func pipeline(_ name: Path, warnings: (InvalidFiles) -> Void) throws -> Pipeline {
        try PipelineLint.pipeline(name, in: root, registry: registry, context: lint, warnings)
    }

    /// The pipeline of that name as the workspace has it now, whatever its file is called.
    ///
    /// - Throws: `InvalidFiles`, `Problem` when there is none.
    package func currentPipeline(_ name: String, warnings: (InvalidFiles) -> Void) throws -> Pipeline {
        do {
            let pipeline = try pipeline(Path(name), warnings: warnings)
            if pipeline.name == name { return pipeline }
        } catch is PipelineFinder.NotFound {
            // As if another one had its file's name.
        }
        throw Problem.refused("The workspace has no pipeline `\(name)` any more. Put its file back into pipelines/.")
    }
}

extension Workspace {
    /// The definition that a run is pinned to, read as it was when the run began.
    ///
    /// - Throws: `Problem` when this program cannot read it any more; what the journal throws.
    package func pipeline(pinnedFor detail: RunDetail) async throws -> Pipeline {
        try await pipeline(detail.run.pipeline, pinnedTo: detail.run.definition)
    }

    /// The definition that a batch is pinned to.
    ///
    /// - Throws: as for a run.
    package func pipeline(pinnedFor batch: BatchRecord) async throws -> Pipeline {
        try await pipeline(batch.pipeline, pinnedTo: batch.definition)
    }

    private func pipeline(_ pipeline: String, pinnedTo definition: String) async throws -> Pipeline {
        guard let source = try await journal.definition(definition) else {
            throw Problem.invalidRequest("the journal has no definition \(definition) of pipeline `\(pipeline)`")
        }
        let name = file(of: pipeline, source) ?? "\(pipeline)@\(definition.prefix(8)).yaml"
        let (loaded, issues) = PipelineLoader.load(
            Array(source.utf8), file: name, registry: registry, context: lint)
        guard let loaded else { throw InvalidFiles(issues: issues, sources: [name: source]) }
        return loaded
    }

    /// The file that still says what the run was pinned to, below the workspace; nil: none, it has been edited since.
    private func file(of pipeline: String, _ source: String) -> String? {
        let path = Path("pipelines/\(pipeline).yaml")
        let file = root == "." ? path : root.appending(path)
        guard let bytes = try? Files.read(file, limit: PipelineLoader.limit), bytes == Array(source.utf8) else {
            return nil
        }
        return path.description
    }
}

extension ReadOnlyWorkspace {
    /// Plans runs: their stages that only look run for real, those with an effect tell what they would do, and nothing is
    /// changed. The requests are those of `Workspace.requests`, or of `BatchPreview` for a batch.
    package func planner() -> Planner {
        let engine = Engine(
            journal: workspace.journal, catalog: workspace.catalog, resources: workspace.resources,
            pool: WorkerPool(name: "worker", width: 1), owner: workspace.owner,
            secrets: { [secrets = workspace.secrets] in secrets[$0] }, tree: workspace.root)
        return Planner(engine: engine, duplicates: duplicates)
    }
}

extension WorkspaceFolder {
    /// The names of all pipelines as their files have them, also of those with mistakes.
    ///
    /// - Throws: `PipelineFinder.NotFound`
    package func pipelineNames() throws -> Set<String> {
        Set(try PipelineFinder(workspace: root).names().map(\.name))
    }
}

extension Workspace {
    /// As of `WorkspaceFolder`.
    package func pipelineNames() throws -> Set<String> {
        Set(try PipelineFinder(workspace: root).names().map(\.name))
    }

    /// All pipelines of the workspace that have no mistake.
    ///
    /// - Parameter warnings: is called with what is wrong with others, and with warnings, when there are any.
    /// - Throws: `CancellationError`
    package func allPipelines(warnings: (InvalidFiles) -> Void) throws -> [Pipeline] {
        let report = try PipelineLint.check([], in: root, registry: registry, context: lint)
        if !report.issues.isEmpty { warnings(InvalidFiles(issues: report.issues, sources: report.sources)) }
        return report.pipelines
    }
}
