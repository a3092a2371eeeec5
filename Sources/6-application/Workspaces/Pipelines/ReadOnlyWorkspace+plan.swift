package import Engine
internal import Pipelines
internal import Platform

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
