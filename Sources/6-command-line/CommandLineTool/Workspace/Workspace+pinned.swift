internal import Pipelines
internal import Platform

extension Workspace {
    /// The definition that a run is pinned to, read as it was when the run began.
    ///
    /// - Throws: `UsageError` when this program cannot read it any more; what the journal throws.
    func pipeline(pinnedFor detail: RunDetail) async throws -> Pipeline {
        let run = detail.run
        guard let source = try await journal.definition(run.definition) else {
            throw UsageError("the journal has no definition \(run.definition) of pipeline `\(run.pipeline)`")
        }
        let name = file(of: run, source) ?? "\(run.pipeline)@\(run.definition.prefix(8)).yaml"
        let (pipeline, issues) = PipelineLoader.load(
            Array(source.utf8), file: name, registry: registry, context: lint)
        guard let pipeline else { throw InvalidFiles(issues: issues, sources: [name: source]) }
        return pipeline
    }

    /// The file that still says what the run was pinned to, below the workspace; nil: none, it has been edited since.
    private func file(of run: RunRecord, _ source: String) -> String? {
        let path = Path("pipelines/\(run.pipeline).yaml")
        let file = root == "." ? path : root.appending(path)
        guard let bytes = try? Files.read(file, limit: PipelineLoader.limit), bytes == Array(source.utf8) else {
            return nil
        }
        return path.description
    }
}
