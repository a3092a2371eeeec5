package import Pipelines
internal import Platform
internal import Representations

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
