internal import Documents
package import Pipelines
internal import Platform

/// What stands in for a stage's work: how its attempts end.
package struct StandIn: Sendable {
    /// nil: the stage itself is run.
    let result: @Sendable (_ attempt: Int) -> PipelineTest.Mock.Result?

    /// The same for all attempts.
    init(_ result: PipelineTest.Mock.Result) {
        self.result = { _ in result }
    }

    /// Asked anew for each attempt.
    init(observing result: @escaping @Sendable () -> PipelineTest.Mock.Result) {
        self.result = { _ in result() }
    }

    /// As a test case says.
    init(_ mock: PipelineTest.Mock) {
        result = { attempt in
            if let times = mock.times, attempt > times { return mock.rest }
            return mock.first
        }
    }

    /// A stage of the same kind. Outputs that were made up need no undoing, so that counts as done.
    func standing(for bound: BoundStage) -> BoundStage {
        let result = result
        switch bound.work {
        case .pure(let run):
            return BoundStage(
                work: .pure { context in
                    if let outputs = try Self.outputs(result(context.attempt)) { return outputs }
                    return try await run(context)
                },
                isUndoable: bound.isUndoable)
        case .effect(let effect):
            var work = effect
            work.intent = { context in
                // The real one is needed only if the real effect may come.
                result(context.attempt) == nil || result(.max) == nil ? try effect.intent(context) : [:]
            }
            work.perform = { intent, context in
                if let outputs = try Self.outputs(result(context.attempt)) { return outputs }
                return try await effect.perform(intent, context)
            }
            work.probe = { intent, context in
                result(context.attempt) == nil ? try await effect.probe(intent, context) : nil
            }
            work.undo = { outputs, context in
                if result(context.attempt) == nil { try await effect.undo(outputs, context) }
            }
            return BoundStage(work: .effect(work), entry: bound.entry.map(standing), isUndoable: true)
        case .transactional(let transactional):
            var work = transactional
            work.commit = { context, transaction in
                try Self.outputs(result(context.attempt)) ?? transactional.commit(context, transaction)
            }
            work.undo = { outputs, context, transaction in
                if result(context.attempt) == nil { try transactional.undo(outputs, context, transaction) }
            }
            return BoundStage(work: .transactional(work), isUndoable: true)
        }
    }

    /// What was made up is in no store, and so in no catalog.
    private func standing(for entry: BoundStage.Entry) -> BoundStage.Entry {
        let result = result
        return BoundStage.Entry(
            enter: { outputs, context, catalog in
                if result(context.attempt) == nil { try entry.enter(outputs, context, catalog) }
            },
            withdraw: { outputs, context, catalog in
                if result(context.attempt) == nil { try entry.withdraw(outputs, context, catalog) }
            })
    }

    /// - Returns: nil when the stage itself has to be run.
    private static func outputs(_ result: PipelineTest.Mock.Result?) throws(StageError) -> Record? {
        switch result {
        case nil: nil
        case .outputs(let outputs): outputs
        case .error(let errorClass):
            throw .failed(errorClass, "mocked", "A failure of class `\(errorClass.rawValue)`, as the mock says.")
        case .rejected(let message): throw .rejected("mocked", message)
        }
    }
}

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
