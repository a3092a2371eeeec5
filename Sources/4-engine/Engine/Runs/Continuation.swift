public import Pipelines

/// A finished run that another one goes on from.
public struct Continuation: Sendable {
    public let origin: RunDetail
    public let kind: RunOrigin.Kind
    /// The position of the first stage that runs again. Stages before it take their outcome over from the origin's stage
    /// with the same id and type, unless its effect was taken back: then they run again. nil: all stages run.
    public let from: Int?

    public init(origin: RunDetail, kind: RunOrigin.Kind, from: Int?) {
        self.origin = origin
        self.kind = kind
        self.from = from
    }

    /// What a stage takes over; nil: it runs.
    func reused(_ stage: PipelineStage, after start: Int64) -> StageRecord? {
        guard let from, stage.position < from, let record = recorded(stage) else { return nil }
        switch record.status {
        case .skipped, .succeeded: break
        case .failed where stage.continueOnError: break
        case .failed, .rejected, .cancelled, .running, .interrupted: return nil
        }
        if record.undo?.status == .undone || record.undo?.status == .running { return nil }
        var copy = StageRecord(
            position: stage.position, id: stage.id, uses: record.uses, status: record.status,
            startedAt: Timestamp(microseconds: start), durationMilliseconds: 0, intent: record.intent,
            outputs: record.outputs, error: record.error)
        copy.isReused = true
        return copy
    }

    /// What the origin recorded of a stage with that id and type.
    func recorded(_ stage: PipelineStage) -> StageRecord? {
        origin.stages.first { $0.id == stage.id && $0.uses == stage.spec.name }
    }
}

internal import Platform
