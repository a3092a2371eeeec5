internal import Documents
public import Pipelines
internal import Platform

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

    /// What the stages of a pipeline take over. A `parallel` group takes its end over if all its children do. Behind a
    /// stage that runs again, only effects that still stand are taken over: what others saw may be different now.
    func reused(in pipeline: Pipeline, starts: StartClock) -> [StageRecord] {
        var isFresh = true
        var records: [StageRecord] = []
        for stage in pipeline.stages {
            let parts = stage.children.isEmpty ? [stage] : stage.children
            var taken = parts.compactMap { part -> StageRecord? in
                guard let record = reused(part, startedAt: starts.next()) else { return nil }
                return isFresh || (record.status == .succeeded && !part.isPure) ? record : nil
            }
            let isWhole = taken.count == parts.count
            if isWhole, !stage.children.isEmpty, let group = reused(stage, startedAt: starts.next()) {
                taken.append(group)
            }
            records += taken
            isFresh = isFresh && isWhole
        }
        return records
    }

    /// The stages of a pipeline that run again, in order; of a `parallel` group those of its children that do.
    public func repeated(in pipeline: Pipeline) -> [PipelineStage] {
        let taken = Set(reused(in: pipeline, starts: StartClock(after: 0, now: { .now() })).map(\.position))
        return pipeline.stages.flatMap { $0.children.isEmpty ? [$0] : $0.children }.filter {
            !taken.contains($0.position)
        }
    }

    /// What a stage takes over; nil: it runs.
    func reused(_ stage: PipelineStage, startedAt: Timestamp) -> StageRecord? {
        guard let from, let record = recorded(stage) else { return nil }
        let isBefore = stage.position < from
        switch record.status {
        // What stood beside the stage that failed need not be done again.
        case .succeeded where isBefore || kind == .retry: break
        case .skipped where isBefore: break
        case .failed where isBefore && stage.continueOnError: break
        case .succeeded, .skipped, .failed, .rejected, .cancelled, .running, .interrupted: return nil
        }
        if record.undo?.status == .undone || record.undo?.status == .running { return nil }
        var copy = StageRecord(
            position: stage.position, id: stage.id, uses: record.uses, status: record.status, startedAt: startedAt,
            durationMilliseconds: 0, intent: record.intent, outputs: record.outputs, error: record.error)
        copy.isReused = true
        return copy
    }

    /// What the origin recorded of a stage with that id and type.
    func recorded(_ stage: PipelineStage) -> StageRecord? {
        origin.stages.first { $0.id == stage.id && $0.uses == stage.spec.name }
    }
}

extension Pipeline {
    /// What tells a document that was there before; nil: nothing does, as of a run that was asked to add to a certain document:
    /// a run which has made another one of the same bytes has not done that. Reads the whole file.
    ///
    /// - Parameter state: of a run that begins.
    /// - Throws: `StageError`, `SourceFileError`, `CancellationError`
    func deduplicationKey(of file: Result<SourceFile, SourceFileError>?, _ state: RunState) throws -> String? {
        guard let definition = deduplication, state.run.trigger["document"] == nil, let source = try? file?.get() else {
            return nil
        }
        let digest = try source.sha256()
        guard let key = definition.key else {
            return "\(digest)/\(state.run.owner)/\(state.run.inputs["type"]?.text ?? "")"
        }
        var facts = state.facts
        facts[Fact.sha256.name] = .string(digest)
        facts[Fact.size.name] = .integer(source.size)
        return try key.value(in: state.environment(attempt: 1, document: facts)).text
    }
}

extension Engine {
    /// Whether an object that a run has stored is gone, or is another one: then the run stands for no document any more, and a
    /// file with the same bytes may be the only copy there is. Asks the store, and reads nothing.
    ///
    /// - Throws: what the store throws when it cannot tell.
    func hasLostBytes(of run: RunDetail) async throws -> Bool {
        // A program that provides no store has stored nothing.
        guard let store = try? resources.require((any ObjectStore).self) else { return false }
        for stage in run.stages {
            guard let text = stage.outputs[Fact.objectKey.name]?.string, let key = ObjectKey(text) else { continue }
            guard let object = try await store.open(key) else { return true }
            if let size = stage.outputs[Fact.size.name]?.integer, size != object.size { return true }
        }
        return false
    }
}
