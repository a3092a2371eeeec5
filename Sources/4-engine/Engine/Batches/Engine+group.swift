internal import Pipelines
internal import Platform

extension Engine {
    /// The concurrency group of a run. One whose inputs cannot be resolved is in the group "": it fails at once.
    func group(of request: RunRequest, in pipeline: Pipeline) -> String {
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: self, now: clock.now())
        guard inputs.error == nil, let concurrency = pipeline.concurrency else { return "" }
        let environment = RunEnvironment.make(
            document: inputs.facts, inputs: inputs.values, stages: [:], env: inputs.env, trigger: request.trigger,
            run: ["owner": .string(inputs.owner)], outcome: .succeeded, secrets: secrets)
        return (try? concurrency.group.value(in: environment))?.text ?? ""
    }
}
