internal import Pipelines
internal import Platform

/// The stages of a run in the order of its pipeline, with when they were worked on.
struct RunTimeline: Sendable {
    struct Row: Sendable {
        let position: Int
        let id: String
        /// For people; nil: the id.
        let name: String?
        let uses: String
        /// Whether it is a stage of a group.
        let isInGroup: Bool
        let state: ShownState
        /// nil: it has not begun.
        let record: StageRecord?
        let attempts: [AttemptRecord]
        /// How often it may be tried; nil: not known.
        let limit: Int?
        /// Whether it runs once for every element of a list.
        let isLoop: Bool
        let spans: [Span]
    }

    /// A stretch of time, in milliseconds since the run began.
    struct Span: Sendable, Hashable {
        let from: Double
        /// nil: it goes on.
        let to: Double?
        let state: ShownState
    }

    let rows: [Row]
    /// How long the run took, or goes on by now, in milliseconds.
    let length: Double
    let isGoingOn: Bool

    /// - Parameter pipeline: as the run is pinned to it; nil: it cannot be read any more.
    init(_ detail: RunDetail, pipeline: Pipeline?, now: Timestamp) {
        let run = detail.run
        let start = run.startedAt
        isGoingOn = run.status == .running
        let attempts = Dictionary(grouping: detail.attempts.filter { $0.item == nil }, by: \.position)
        let records = Dictionary(detail.stages.map { ($0.position, $0) }, uniquingKeysWith: { first, _ in first })
        var rows: [Row] = []
        func add(_ stage: PipelineStage?, _ record: StageRecord?, isPlanned: Bool, isInGroup: Bool) {
            guard let position = stage?.position ?? record?.position, record != nil || isPlanned else { return }
            let tries = attempts[position] ?? []
            rows.append(
                Row(
                    position: position, id: stage?.id ?? record?.id ?? "", name: stage?.name,
                    uses: stage?.spec.name ?? record?.uses ?? "", isInGroup: isInGroup,
                    state: record?.shown ?? (run.status == .running ? .planned : .notReached), record: record,
                    attempts: tries, limit: stage?.retry.maxAttempts, isLoop: stage?.loop != nil,
                    spans: record.map { Self.spans($0, tries, since: start) } ?? []))
        }
        if let pipeline {
            // Handlers are for one end or another: only those that ran are shown.
            let handlers = pipeline.onSuccess + pipeline.onFailure + pipeline.onRejected + pipeline.finally
            for (stages, isPlanned) in [(pipeline.stages, true), (handlers, false)] {
                for stage in stages {
                    add(stage, records[stage.position], isPlanned: isPlanned, isInGroup: false)
                    for child in stage.children {
                        add(child, records[child.position], isPlanned: isPlanned, isInGroup: true)
                    }
                }
            }
        } else {
            for record in detail.stages { add(nil, record, isPlanned: false, isInGroup: false) }
        }
        self.rows = rows
        let ends = rows.flatMap(\.spans).compactMap(\.to)
        length = max(run.durationMilliseconds ?? Self.offset(now, since: start), ends.max() ?? 0, 0.001)
    }

    private static func spans(
        _ record: StageRecord, _ attempts: [AttemptRecord], since start: Timestamp
    ) -> [Span] {
        if record.isReused || record.status == .skipped { return [] }
        let from = offset(record.startedAt, since: start)
        let end = record.durationMilliseconds.map { from + $0 }
        var spans = attempts.sorted { $0.number < $1.number }.map { attempt in
            let begin = offset(attempt.startedAt, since: start)
            return Span(from: begin, to: begin + attempt.durationMilliseconds, state: attempt.status.shown)
        }
        // The last try of one that ended well, and one that goes on, are in no record of their own.
        let last = spans.compactMap(\.to).max()
        if spans.isEmpty || (spans.count < record.attempts && record.retryAt == nil) {
            spans.append(Span(from: last ?? from, to: end, state: record.shown))
        }
        return spans
    }

    private static func offset(_ time: Timestamp, since start: Timestamp) -> Double {
        max(0, Double(time.microseconds - start.microseconds) / 1_000)
    }
}
