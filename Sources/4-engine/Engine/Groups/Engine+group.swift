internal import Pipelines
internal import Platform

extension Engine {
    /// The concurrency group of a request. One whose inputs or group cannot be computed is in the group "": it fails as
    /// soon as it begins, and says why.
    func group(of request: RunRequest, in pipeline: Pipeline) -> String? {
        guard pipeline.concurrency != nil else { return nil }
        let inputs = InputResolution(pipeline: pipeline, request: request, engine: self, now: clock.now())
        do {
            return try group(of: inputs, in: pipeline, trigger: request.trigger)
        } catch {
            return ""
        }
    }

    /// nil when the pipeline has none.
    ///
    /// - Throws: `StageError` when the expression cannot be computed.
    func group(
        of inputs: InputResolution, in pipeline: Pipeline, trigger: Record
    ) throws(StageError) -> String? {
        guard let concurrency = pipeline.concurrency else { return nil }
        guard inputs.error == nil else { return "" }
        let environment = RunEnvironment.make(
            document: inputs.facts, inputs: inputs.values, stages: [:], env: inputs.env, trigger: trigger,
            run: ["owner": .string(inputs.owner)], outcome: .succeeded, secrets: secrets,
            variables: variables)
        return try concurrency.group.value(in: environment).text
    }
}
