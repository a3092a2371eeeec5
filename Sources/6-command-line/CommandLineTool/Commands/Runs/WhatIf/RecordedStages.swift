internal import Documents
internal import Pipelines
internal import Platform
internal import Synchronization

/// What a run recorded of its stages, standing in for them; and which of them were asked for although nothing is recorded.
final class RecordedStages: Sendable {
    private let records: [String: StageRecord]
    private let canRead: Bool
    private let missing = Mutex<(looks: [String], effects: [String])>(([], []))

    /// - Parameters:
    ///   - elements: the first element of stages with `for-each`, by the stage's id.
    ///   - canRead: whether stages without effect can be run, since the document can be read.
    init(_ detail: RunDetail, elements: [String: StageRecord], canRead: Bool) {
        records = Dictionary(detail.stages.map { ($0.id, elements[$0.id] ?? $0) }) { first, _ in first }
        self.canRead = canRead
    }

    /// Stages without effect that would have to be run and cannot be.
    var unknownLooks: [String] { missing.withLock { $0.looks } }
    /// Effects that were taken to succeed.
    var assumedEffects: [String] { missing.withLock { $0.effects } }

    /// nil: the stage itself is run.
    func standIn(for stage: PipelineStage) -> StandIn? {
        if stage.bound.isPure, canRead { return nil }
        if let record = records[stage.id] {
            switch record.status {
            case .succeeded: return StandIn(.outputs(record.outputs))
            case .rejected: return StandIn(.rejected(message: record.error?.message ?? ""))
            case .failed: return StandIn(.error(record.error?.errorClass ?? .permanent))
            case .running, .cancelled, .skipped, .interrupted: break
            }
        }
        let (id, isPure) = (stage.id, stage.bound.isPure)
        return StandIn(observing: { [self] in
            missing.withLock { if isPure { $0.looks.append(id) } else { $0.effects.append(id) } }
            return .outputs([:])
        })
    }
}
