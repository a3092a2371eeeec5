internal import Documents
internal import Pipelines
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
        case .effect(let intent, let perform, let probe, let preview, let undo):
            return BoundStage(
                work: .effect(
                    intent: { context in
                        // The real one is needed only if the real effect may come.
                        result(context.attempt) == nil || result(.max) == nil ? try intent(context) : [:]
                    },
                    perform: { intent, context in
                        if let outputs = try Self.outputs(result(context.attempt)) { return outputs }
                        return try await perform(intent, context)
                    },
                    probe: { intent, context in
                        result(context.attempt) == nil ? try await probe(intent, context) : nil
                    },
                    preview: preview,
                    undo: { outputs, context in
                        if result(context.attempt) == nil { try await undo(outputs, context) }
                    }), isUndoable: true)
        case .transactional(let commit, let preview, let undo):
            return BoundStage(
                work: .transactional(
                    commit: { context, transaction in
                        try Self.outputs(result(context.attempt)) ?? commit(context, transaction)
                    }, preview: preview,
                    undo: { outputs, context, transaction in
                        if result(context.attempt) == nil { try undo(outputs, context, transaction) }
                    }), isUndoable: true)
        }
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
