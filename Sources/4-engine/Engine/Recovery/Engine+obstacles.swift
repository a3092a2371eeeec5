public import Diagnostics
internal import Documents
public import Pipelines
internal import Platform

/// Something that keeps a run from going on from another one.
public struct Obstacle: Hashable, Sendable {
    /// A sentence: what it is.
    public let message: String
    /// What the user can do about it.
    public let advice: [NextStep]

    public init(_ message: String, advice: [NextStep] = []) {
        self.message = message
        self.advice = advice
    }
}

extension Engine {
    /// Why a run cannot go on from another one: recorded outputs or artefacts that are gone, a definition that does not
    /// fit. Empty: it can.
    ///
    /// - Parameter pipeline: what the new run would run.
    /// - Throws: what the catalog and the stores throw.
    public func obstacles(to continuation: Continuation, of pipeline: Pipeline) async throws -> [Obstacle] {
        guard let from = continuation.from else { return [] }
        var obstacles: [Obstacle] = []
        let stages = pipeline.stages.flatMap { $0.children.isEmpty ? [$0] : $0.children }
        // Whoever retries may have mended the definition by leaving a stage out.
        if continuation.kind == .replay,
            let start = pipeline.allStages.first(where: { $0.position == from }).flatMap(continuation.recorded)
        {
            for record in continuation.origin.stages where record.position < start.position {
                if pipeline.stage(record.id) != nil || record.uses == "parallel" { continue }
                obstacles.append(
                    Obstacle(
                        "The definition has no stage `\(record.id)` any more, which run \(continuation.origin.run.id) had "
                            + "before the stage to start from."))
            }
        }
        for stage in stages where stage.position < from {
            guard let record = continuation.reused(stage, startedAt: clock.now()) else {
                if let obstacle = missing(stage, continuation) { obstacles.append(obstacle) }
                continue
            }
            if record.status == .succeeded, let obstacle = try await vanished(stage, record, continuation) {
                obstacles.append(obstacle)
            }
        }
        return obstacles
    }

    /// A retry runs such a stage again.
    private func missing(_ stage: PipelineStage, _ continuation: Continuation) -> Obstacle? {
        let origin = continuation.origin.run.id
        guard let recorded = continuation.origin.stages.first(where: { $0.id == stage.id }) else {
            return Obstacle(
                "Run \(origin) has no record of stage `\(stage.id)`: the definition has changed before the stage to "
                    + "start from.")
        }
        if recorded.uses != stage.spec.name {
            return Obstacle(
                "Stage `\(stage.id)` was of type `\(recorded.uses)` in run \(origin) and is of type "
                    + "`\(stage.spec.name)` now.")
        }
        if continuation.kind == .retry { return nil }
        if recorded.undo?.status == .undone {
            return Obstacle(
                "What stage `\(stage.id)` did in run \(origin) was undone.", advice: [.retryRun(origin)])
        }
        return Obstacle(
            "Stage `\(stage.id)` did not succeed in run \(origin) (\(recorded.status.rawValue)), so it has no outputs "
                + "to go on with.")
    }

    private func vanished(
        _ stage: PipelineStage, _ record: StageRecord, _ continuation: Continuation
    ) async throws -> Obstacle? {
        if let id = record.outputs[Fact.id.name]?.string, let catalog {
            do {
                let version = try await catalog.version(id)
                if version.trashedAt != nil {
                    return Obstacle(
                        "The document that stage `\(stage.id)` made (\(id)) is in the trash.",
                        advice: [.restoreDocument(id)])
                }
            } catch let error as CatalogError where error.kind == .notFound {
                return Obstacle("The document that stage `\(stage.id)` made (\(id)) does not exist any more.")
            }
        }
        guard case .effect(let effect) = stage.bound.work, let intent = record.intent else { return nil }
        let run = continuation.origin.run
        let runner = StageRunner(
            engine: self, run: run, file: SourceFile.reopen(run, tree: tree),
            starts: StartClock(after: 0, now: clock.now), branches: BranchTracker(.none, turn: turn(of: run)),
            control: RunControl(),
            continuation: nil)
        let state = RunState(
            facts: [:], inputs: run.inputs, env: [:], trigger: run.trigger, run: run, secrets: secrets,
            variables: variables)
        let found = try await withTaskExecutorPreference(pool) {
            try await effect.probe(intent, runner.context(for: stage, state, attempt: 1))
        }
        guard let found else {
            return Obstacle(
                "What stage `\(stage.id)` made in run \(run.id) no longer exists, as far as is known.")
        }
        for entry in found {
            guard let recorded = record.outputs[entry.key], recorded != entry.value else { continue }
            return Obstacle(
                "What stage `\(stage.id)` made in run \(run.id) has changed since: `\(entry.key)` was "
                    + "`\(recorded.text)` and is `\(entry.value.text)`.")
        }
        return nil
    }
}
