internal import Pipelines
internal import Platform

extension CommandContext {
    /// The pipeline of that name as the workspace has it now, whatever its file is called.
    ///
    /// - Throws: `InvalidFiles`, `Refusal` when there is none.
    func currentPipeline(_ name: String, in workspace: Workspace) throws -> Pipeline {
        do {
            let pipeline = try load(Path(name), in: workspace)
            if pipeline.name == name { return pipeline }
        } catch is PipelineFinder.NotFound {
            // Its file may have another name.
        }
        let report = try PipelineLint.check(
            [], in: workspace.root, registry: workspace.registry, context: workspace.lint)
        guard let pipeline = report.pipelines.first(where: { $0.name == name }) else {
            throw Refusal("The workspace has no pipeline `\(name)` any more. Put its file back into pipelines/.")
        }
        return pipeline
    }

    /// The inputs of a former run, as far as the pipeline still has them, and what is given in their place.
    ///
    /// - Throws: `InputError`, `UsageError` when one that the pipeline needs is missing.
    func inputs(of run: RunRecord, for pipeline: Pipeline, changedBy arguments: [String] = []) throws -> Record {
        let given = try pipeline.inputs(fromArguments: arguments)
        var inputs = Record()
        for input in pipeline.inputs {
            if let value = given[input.name] ?? run.inputs[input.name], !value.isNull { inputs[input.name] = value }
            if input.isRequired, inputs[input.name] == nil {
                throw usageError(
                    "pipeline `\(pipeline.name)` needs the input `\(input.name)`, which run \(run.id) did not have: "
                        + "give it with -i \(input.name)=… where the command takes that, or run the file anew")
            }
        }
        return inputs
    }
}
