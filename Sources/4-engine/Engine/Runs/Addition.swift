internal import Documents
internal import Pipelines
internal import Platform

/// What a run asks for besides a document that an earlier run has brought: inputs that somebody chose, and that are others than
/// that run's.
///
/// Stages that only look run again, as do those that add to a document what it has not yet, and messages that tell of it. All
/// others have done their work, and their outcome is taken over: inputs that would need one of them change nothing.
struct Addition: Sendable {
    private let first: RunDetail
    private let pipeline: Pipeline
    /// Stages that are not performed.
    private var resting: [PipelineStage] = []
    /// Inputs that stages which add to a document depend on.
    private var added: Set<String> = []
    /// Inputs that stages which are not performed depend on.
    private var left: Set<String> = []

    /// - Parameters:
    ///   - inputs: of the run.
    ///   - chosen: see `InputResolution`.
    init(to first: RunDetail, _ inputs: Record, chosen: Set<String>, in pipeline: Pipeline) {
        self.first = first
        self.pipeline = pipeline
        // Whose run it is, is part of what it was: a pipeline need not have the input.
        let others = chosen.filter { name in
            let former = first.run.inputs[name] ?? (name == "user" ? .string(first.run.owner) : nil)
            return inputs[name] != former
        }
        var trace = InputTrace(others, pipeline)
        var asked: [(part: PipelineStage, inputs: Set<String>)] = []
        for stage in pipeline.stages {
            let outer: Set<String> = stage.children.isEmpty ? [] : trace.inputs(of: stage)
            let parts = stage.children.isEmpty ? [stage] : stage.children
            for part in parts {
                let inputs = trace.inputs(of: part).union(outer)
                trace.add(inputs, through: part)
                if !part.isPure { asked.append((part, inputs)) }
            }
        }
        for (part, inputs) in asked where part.spec.addsToKnown { added.formUnion(inputs) }
        var needed: Set<Fact> = []
        for (part, inputs) in asked {
            let tells = part.spec.effect == .outbox && !inputs.isDisjoint(with: added)
            if part.spec.addsToKnown || tells {
                if !inputs.isEmpty { needed.formUnion(part.spec.needs) }
            } else {
                left.formUnion(inputs)
                resting.append(part)
            }
        }
        if added.isEmpty { return }
        // The earlier run may be another pipeline's.
        let known = Set(taken(StartClock(after: 0, now: { .now() })).values.flatMap { $0.outputs.keys })
        let looked = Set(pipeline.allStages.filter(\.isPure).flatMap { $0.spec.gives.map(\.name) })
        if needed.allSatisfy({ known.contains($0.name) || looked.contains($0.name) }) { return }
        left.formUnion(added)
        added = []
    }

    /// Whether nothing is asked for that can be added.
    var isEmpty: Bool { added.isEmpty }

    /// Inputs that change nothing, in the order of the pipeline.
    var notTaken: [String] { pipeline.inputs.map(\.name).filter(left.contains) }

    /// What the stages that are not performed take over, by position: their outcome in the earlier run, or that they are skipped.
    func taken(_ starts: StartClock) -> [Int: StageRecord] {
        let earlier = Continuation(origin: first, kind: .addition, from: Int.max)
        var records: [Int: StageRecord] = [:]
        for stage in resting {
            let startedAt = starts.next()
            var record =
                earlier.reused(stage, startedAt: startedAt)
                ?? StageRecord(
                    position: stage.position, id: stage.id, uses: stage.spec.name, status: .skipped,
                    startedAt: startedAt, durationMilliseconds: 0)
            record.isReused = true
            records[stage.position] = record
        }
        return records
    }
}

/// Which of some inputs a part of a pipeline depends on, directly, by `env`, or by what an earlier stage gives.
private struct InputTrace {
    private let names: Set<String>
    private var env: [String: Set<String>] = [:]
    private var stages: [String: Set<String>] = [:]

    init(_ names: Set<String>, _ pipeline: Pipeline) {
        self.names = names
        for definition in pipeline.env { env[definition.name] = inputs(in: definition.value.names) }
    }

    func inputs(of stage: PipelineStage) -> Set<String> {
        var read: [[String]] = stage.bound.settings.values.flatMap(\.names)
        read += stage.condition?.expression.names ?? []
        read += stage.loop?.list.names ?? []
        return inputs(in: read)
    }

    mutating func add(_ inputs: Set<String>, through stage: PipelineStage) { stages[stage.id] = inputs }

    private func inputs(in read: [[String]]) -> Set<String> {
        var found: Set<String> = []
        for path in read {
            let part: String? = path.count > 1 ? path[1] : nil
            switch path.first {
            case "inputs": found.formUnion(part.map { names.intersection([$0]) } ?? names)
            case "env": found.formUnion(Self.inputs(of: part, among: env))
            case "stages": found.formUnion(Self.inputs(of: part, among: stages))
            default: break
            }
        }
        return found
    }

    private static func inputs(of part: String?, among known: [String: Set<String>]) -> Set<String> {
        guard let part else { return known.values.reduce(into: []) { $0.formUnion($1) } }
        return known[part] ?? []
    }
}
