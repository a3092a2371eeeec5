internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

/// What a run left behind, as expectations ask for it.
struct TestOutcome: Sendable {
    let run: RunRecord
    /// By position, without elements of `for-each`.
    let stages: [StageRecord]
    /// Elements of `for-each`, by position.
    let items: [Int: [StageRecord]]
    let notifications: [Notification]

    private static let page = 1_000

    init(
        run: RunRecord, stages: [StageRecord], items: [Int: [StageRecord]] = [:], notifications: [Notification] = []
    ) {
        self.run = run
        self.stages = stages
        self.items = items
        self.notifications = notifications
    }

    init(of result: RunResult, in journal: any Journal) async throws {
        run = result.run
        stages = result.stages
        var items: [Int: [StageRecord]] = [:]
        for stage in result.stages {
            var last: Int?
            while true {
                let page = try await journal.items(
                    ofRun: run.id, position: stage.position, after: last, limit: Self.page)
                if !page.isEmpty { items[stage.position, default: []] += page }
                last = page.last?.item
                if page.count < Self.page { break }
            }
        }
        self.items = items
        notifications = try await journal.run(run.id)?.notifications.map(\.notification) ?? []
    }

    /// The stage's record; nil when the run did not get there.
    func stage(_ id: String) -> StageRecord? { stages.first { $0.id == id } }

    /// Whether the stage was tried at all; of `for-each`, one of its elements; of a group, one of its stages.
    func wasCalled(_ id: String, in pipeline: Pipeline) -> Bool {
        if let children = pipeline.stage(id)?.children, !children.isEmpty {
            return children.contains { wasCalled($0.id, in: pipeline) }
        }
        guard let record = stage(id), !record.isReused else { return false }
        if pipeline.stage(id)?.loop != nil {
            return items[record.position]?.contains { $0.attempts > 0 } ?? false
        }
        return record.attempts > 0 && record.status != .skipped
    }

    /// Whether the effect of the stage, or of all its elements that had one, was taken back.
    func wasUndone(_ id: String) -> Bool {
        guard let stage = stage(id) else { return false }
        if let undo = stage.undo { return undo.status == .undone }
        let done = (items[stage.position] ?? []).filter { $0.status == .succeeded }
        return !done.isEmpty && done.allSatisfy { $0.undo?.status == .undone }
    }

    /// What was known of the document in the end, without what was taken back.
    func facts(of pipeline: Pipeline, file: Path?) -> Record {
        var facts: Record = [:]
        if let file {
            facts = [
                Fact.name.name: .string(file.name.text), Fact.stem.name: .string(file.stem.text),
                Fact.extension.name: .string(file.fileExtension), Fact.path.name: .string(file.text),
            ]
        }
        for record in stages where record.status == .succeeded && record.undo?.status != .undone {
            for fact in pipeline.stage(record.id)?.spec.gives ?? [] {
                if let value = record.outputs[fact.name] { facts[fact.name] = value }
            }
        }
        return facts
    }
}
