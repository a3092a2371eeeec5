package import Pipelines
internal import Platform

extension Pipeline {
    /// With some stages' work replaced.
    ///
    /// - Parameters:
    ///   - isAlone: whether it runs by itself, so that neither groups nor duplicates keep it from acting.
    ///   - standIn: nil: the stage stays as it is.
    package func replacing(isAlone: Bool = false, _ standIn: (PipelineStage) -> StandIn?) -> Pipeline {
        func changed(_ stages: [PipelineStage]) -> [PipelineStage] { stages.map { $0.replacing(standIn) } }
        return Pipeline(
            name: name, description: description, file: file, source: source, hash: hash, inputs: inputs, env: env,
            concurrency: isAlone ? nil : concurrency, deduplication: isAlone ? nil : deduplication,
            stages: changed(stages), onSuccess: changed(onSuccess), onFailure: changed(onFailure),
            onRejected: changed(onRejected), finally: changed(finally), triggers: triggers, tests: tests,
            nameSpan: nameSpan)
    }
}

extension PipelineStage {
    fileprivate func replacing(_ standIn: (PipelineStage) -> StandIn?) -> PipelineStage {
        let mine = children.isEmpty ? standIn(self) : nil
        // What was made up cannot be taken back by a real stage.
        let undo = self.undo.map { undo in
            mine == nil
                ? undo
                : UndoDefinition(
                    spec: undo.spec, bound: StandIn(.outputs([:])).standing(for: undo.bound), span: undo.span)
        }
        return PipelineStage(
            position: position, id: id, name: name, spec: spec, bound: mine?.standing(for: bound) ?? bound,
            condition: condition, timeout: timeout, deadline: deadline, retry: retry,
            continueOnError: continueOnError, loop: loop, children: children.map { $0.replacing(standIn) },
            undo: undo, isIrreversible: isIrreversible, span: span)
    }
}
