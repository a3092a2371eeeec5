internal import Diagnostics
internal import Platform

/// What expressions may name at the different places of a pipeline.
struct PipelineScope {
    private let inputs: [InputDefinition]
    private let env: [EnvironmentDefinition]
    private let plan: [PlannedStage]
    private let possibleFacts: [Field]
    private let initialFacts: [Fact]

    init(_ reader: PipelineReader) {
        inputs = reader.inputs
        env = reader.env
        plan = reader.plan
        possibleFacts = reader.possibleFacts
        initialFacts = reader.initialFacts
    }

    /// Of an input's default: the inputs before it, and what is known before a run has an id.
    var ofInputs: Scope { early(startedRun, envField([])) }

    /// Of `env`: all inputs, and the values before it.
    var ofEnvironment: Scope { early(startedRun, envField(env)) }

    /// Of a concurrency group, which is computed before the run starts.
    var ofGroup: Scope { early(ownedRun, envField(env)) }

    /// Of the key that tells a document that was there before: its digest is taken before the run starts.
    var ofDeduplication: Scope { early(ownedRun, envField(env), facts: initialFacts + [.size, .sha256]) }

    /// Of a batch's source, which is looked at before there is a document.
    var ofSource: Scope { early(ownedRun, envField(env), facts: []) }

    /// Where no stage has run yet.
    ///
    /// - Parameter facts: nil: what is known from the start.
    private func early(_ run: Field, _ env: Field, facts: [Fact]? = nil) -> Scope {
        let facts = facts ?? initialFacts
        let reason = "is known only once stages have run"
        let given = facts.map { Field($0.name, $0.type, $0.doc) }
        let later = possibleFacts.filter { fact in !given.contains { $0.name == fact.name } }.map {
            Field($0.name, $0.type, $0.doc, unavailable: "the fact `\($0.name)` \(reason)")
        }
        return Scope(
            roots: [
                documentField(given + later), inputsField,
                Field("stages", .any, unavailable: "what stages gave \(reason)"),
                run, env, secrets, trigger,
            ], hasStatus: false)
    }

    /// Of a stage's options and condition; nil: after all stages.
    func ofStage(_ stage: PlannedStage?, flow: FactFlow) -> Scope {
        Scope(roots: [
            document(flow, for: stage), inputsField, stages(stage, flow), run(in: stage?.handler), envField(env),
            secrets, trigger,
        ])
    }

    /// Of the options of a stage's `undo`, which sees what the stage gave.
    ///
    /// - Parameter flow: what is known after the stage.
    func ofUndo(_ stage: PlannedStage, flow: FactFlow) -> Scope {
        Scope(
            roots: [
                document(flow, for: stage), inputsField, stages(stage, flow, isUndo: true), run(in: stage.handler),
                envField(env), secrets, trigger,
            ], hasStatus: false)
    }

    private var inputsField: Field {
        Field(
            "inputs",
            .record(RecordType(inputs.map { Field($0.name, $0.type, $0.description ?? "") }, owner: .inputs)),
            "The pipeline's inputs.")
    }

    private var secrets: Field { Field("secrets", .map(.secrets), "The workspace's secrets.") }
    private var trigger: Field { Field("trigger", .any, "What started the run.") }

    private func envField(_ env: [EnvironmentDefinition]) -> Field {
        Field(
            "env",
            .map(.env(known: env.map { Field($0.name, $0.value.isSecret ? ValueType.string.asSecret : .string) })),
            "The pipeline's `env`, then the process environment.")
    }

    private func document(_ flow: FactFlow, for stage: PlannedStage?) -> Field {
        var fields = flow.facts.map {
            Field($0.fact.name, $0.isCertain ? $0.fact.type : $0.fact.type.orNull, $0.fact.doc)
        }
        let known = Set(fields.map(\.name))
        let siblings = stage?.group == nil ? [] : plan.filter { $0.isBeside(stage) }
        for field in possibleFacts where !known.contains(field.name) {
            let giver = siblings.first { $0.spec?.gives.contains { $0.name == field.name } ?? false }
            fields.append(
                giver.map {
                    Field(
                        field.name, field.type, field.doc,
                        unavailable: "stage `\($0.id)`, which gives the fact `\(field.name)`, runs at the same time")
                } ?? field)
        }
        return documentField(fields)
    }

    private func documentField(_ facts: [Field]) -> Field {
        let owner = RecordOwner(name: "the document", noun: "fact", kind: "unknown-fact", heading: "facts known here")
        return Field("document", .record(RecordType(facts, owner: owner)), "What is known of the document.")
    }

    /// The facts that stage types of a registry give, as they are while no stage has given them.
    static func possibleFacts(of registry: Registry) -> [Field] {
        var givers: [(fact: Fact, types: [String])] = []
        for type in registry.all {
            for fact in type.spec.gives {
                if let index = givers.firstIndex(where: { $0.fact.name == fact.name }) {
                    givers[index].types.append(type.spec.name)
                } else {
                    givers.append((fact, [type.spec.name]))
                }
            }
        }
        return givers.map { fact, types in
            let types = types.map { "`uses: \($0)`" }.joined(separator: " or ")
            return Field(
                fact.name, fact.type, fact.doc,
                unavailable: "no stage before this gives the fact `\(fact.name)`; \(types) would")
        }
    }

    private static let owner = Field("owner", .string, "Whose documents the run is about.")
    private static let startedAt = Field("started-at", .string, "When the run started, in RFC 3339.")
    private var startedRun: Field { Field("run", .record([Self.startedAt, Self.owner]), "The run.") }
    private var ownedRun: Field { Field("run", .record([Self.owner]), "The run.") }

    private func run(in handler: String?) -> Field {
        let error = ValueType.record([
            Field("stage", .string, "The id of the stage that ended the run."),
            Field("kind", .string, "A stable word for it."), Field("message", .string, "What happened, for people."),
        ])
        let hasError = handler == "on-failure" || handler == "on-rejected"
        return Field(
            "run",
            .record([
                Field("id", .string, "The run's id."), Field("attempt", .integer, "The attempt of the stage, from 1."),
                Self.startedAt, Self.owner,
                Field("error", hasError ? error : error.orNull, "Why the run did not succeed."),
            ]), "The run.")
    }

    private func stages(_ stage: PlannedStage?, _ flow: FactFlow, isUndo: Bool = false) -> Field {
        var fields: [Field] = []
        var seen: Set<String> = []
        for other in plan where !other.id.isEmpty && seen.insert(other.id).inserted {
            let isSelf = isUndo && other.index == stage?.index
            fields.append(field(of: other, for: stage, flow.stages[other.index], isElement: isSelf))
        }
        return Field("stages", .record(RecordType(fields, owner: .stages)), "The stages before.")
    }

    /// - Parameters:
    ///   - isCertain: nil when it does not come before.
    ///   - isElement: whether it is about one element of `for-each` rather than about all of them.
    private func field(
        of other: PlannedStage, for stage: PlannedStage?, _ isCertain: Bool?, isElement: Bool
    ) -> Field {
        guard let isCertain else { return Field(other.id, .any, unavailable: reason(other, for: stage)) }
        // Of a stage whose type is unknown nothing can be said, and that was reported.
        guard let spec = other.spec else { return Field(other.id, .any) }
        let isLoop = other.isLoop && !isElement
        let fields = isLoop ? Self.outputsOfLoop(other.id, spec) : spec.allOutputs.map(Field.init)
        let outputs = fields.map {
            Field($0.name, isCertain ? $0.type : $0.type.orNull, $0.doc, unavailable: $0.unavailable)
        }
        let owner = RecordOwner.outputs(of: other.id, type: isLoop ? "a stage with for-each" : spec.name)
        return Field(
            other.id,
            .record([
                Field("outputs", .record(RecordType(outputs, owner: owner)), "What it gave."),
                Field("status", .string, "How it ended: `succeeded`, `failed`, `skipped` and so on."),
            ]), spec.summary)
    }

    /// Why a stage that does not come before another one cannot be named there.
    private func reason(_ other: PlannedStage, for stage: PlannedStage?) -> String {
        if other.index == stage?.index { return "stage `\(other.id)` is this stage itself" }
        if other.isBeside(stage) { return "stage `\(other.id)` runs at the same time" }
        if let group = stage?.group, other.index == group {
            return "stage `\(other.id)` is the group that this stage is in"
        }
        if let handler = other.handler, handler != stage?.handler { return "stage `\(other.id)` runs in `\(handler)`" }
        return "stage `\(other.id)` runs later"
    }

    /// What a stage with `for-each` gives as a whole. What its type gives is different for every element.
    private static func outputsOfLoop(_ id: String, _ spec: StageSpec) -> [Field] {
        LoopDefinition.outputs.map(Field.init)
            + spec.allOutputs.map(\.name).filter { name in !LoopDefinition.outputs.contains { $0.name == name } }.map {
                Field(
                    $0, .any,
                    unavailable: "stage `\(id)` gives one `\($0)` for each element of `for-each`, and none as a whole")
            }
    }
}

extension Field {
    fileprivate init(_ fact: Fact) { self.init(fact.name, fact.type, fact.doc) }
}
