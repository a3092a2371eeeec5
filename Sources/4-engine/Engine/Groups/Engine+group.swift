internal import Pipelines
internal import Platform

extension Engine {
    /// The concurrency group of a request. One whose inputs cannot be resolved is in the group "": it fails at once.
    func group(of request: RunRequest, in pipeline: Pipeline) -> String? {
        guard pipeline.concurrency != nil else { return nil }
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: self, now: clock.now())
        return group(of: inputs, in: pipeline, trigger: request.trigger)
    }

    /// nil when the pipeline has none.
    func group(of inputs: InputResolution, in pipeline: Pipeline, trigger: Record) -> String? {
        guard let concurrency = pipeline.concurrency else { return nil }
        guard inputs.error == nil else { return "" }
        let environment = RunEnvironment.make(
            document: inputs.facts, inputs: inputs.values, stages: [:], env: inputs.env, trigger: trigger,
            run: ["owner": .string(inputs.owner)], outcome: .succeeded, secrets: secrets,
            variables: variables)
        return (try? concurrency.group.value(in: environment))?.text ?? ""
    }
}
