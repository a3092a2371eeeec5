internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Synchronization

/// What a run recorded of its stages, standing in for them; and which of them were asked for although nothing is recorded.
final class RecordedStages: Sendable {
    private let records: [String: StageRecord]
    private let canRead: Bool
    private let asked = Mutex<(recorded: [String], unknown: [String], effects: [String])>(([], [], []))

    /// - Parameters:
    ///   - elements: the first element of stages with `for-each`, by the stage's id.
    ///   - canRead: whether stages without effect can be run, since the document can be read.
    init(_ detail: RunDetail, elements: [String: StageRecord], canRead: Bool) {
        records = Dictionary(detail.stages.map { ($0.id, elements[$0.id] ?? $0) }) { first, _ in first }
        self.canRead = canRead
    }

    /// Stages without effect whose recorded result stood in.
    var recordedLooks: [String] { asked.withLock { $0.recorded } }
    /// Stages without effect that would have to be run and cannot be.
    var unknownLooks: [String] { asked.withLock { $0.unknown } }
    /// Effects that were taken to succeed.
    var assumedEffects: [String] { asked.withLock { $0.effects } }

    /// nil: the stage itself is run.
    func standIn(for stage: PipelineStage) -> StandIn? {
        if stage.bound.isPure, canRead { return nil }
        let (id, isPure) = (stage.id, stage.bound.isPure)
        guard let result = records[id].flatMap(Self.result) else {
            return StandIn(observing: { [self] in
                asked.withLock { if isPure { $0.unknown.append(id) } else { $0.effects.append(id) } }
                return .outputs([:])
            })
        }
        return StandIn(observing: { [self] in
            if isPure { asked.withLock { $0.recorded.append(id) } }
            return result
        })
    }

    /// nil: the stage was not run.
    private static func result(of record: StageRecord) -> PipelineTest.Mock.Result? {
        switch record.status {
        case .succeeded: .outputs(record.outputs)
        case .rejected: .rejected(message: record.error?.message ?? "")
        case .failed: .error(record.error?.errorClass ?? .permanent)
        case .running, .cancelled, .skipped, .interrupted: nil
        }
    }
}

/// The lines of a pipeline's file that are about one stage: what tells whether an edit has touched it.
enum StageLines {
    /// Without empty lines, comment lines and indentation; nil when there is no such stage.
    static func of(_ id: String, in pipeline: Pipeline) -> [String]? {
        guard let stage = pipeline.stage(id) else { return nil }
        let lines = pipeline.source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        let start = stage.span.line - 1
        guard lines.indices.contains(start) else { return nil }
        let others = pipeline.allStages.map { $0.span.line - 1 }.filter { $0 > start }
        // A line that is not indented starts another key of the pipeline.
        let isKey: (Int) -> Bool = { lines[$0].first.map { $0 != " " && $0 != "#" && $0 != "-" } ?? false }
        let end = min(others.min() ?? lines.count, lines.indices.first { $0 > start && isKey($0) } ?? lines.count)
        return lines[start..<end].compactMap { line in
            let text = line.drop { $0 == " " }
            return text.isEmpty || text.first == "#" ? nil : String(text)
        }
    }
}
