internal import Diagnostics
internal import Platform

/// What expressions may name at the different places of a pipeline.
struct PipelineScope {
    private let inputs: [InputDefinition]
    private let inputIndex: [String: Int]
    private let env: [EnvironmentDefinition]
    private let envIndex: [String: Int]
    private let plan: [PlannedStage]
    private let index: PlanIndex
    private let work: ReadingWork
    private let possibleFacts: [Field]
    private let initialFacts: [Fact]

    init(_ reader: PipelineReader) {
        inputs = reader.inputs
        inputIndex = reader.inputIndex
        env = reader.env
        envIndex = reader.envIndex
        plan = reader.plan
        index = reader.index
        work = reader.work
        possibleFacts = reader.possibleFacts
        initialFacts = reader.initialFacts
    }

    /// Of an input's default: the inputs before it, and what is known before a run has an id.
    var ofInputs: Scope { early(startedRun, Field(.env, .map(.env()))) }

    /// Of `env`: all inputs, and the values before it.
    var ofEnvironment: Scope { early(startedRun, envField) }

    /// Of a concurrency group, which is computed before the run starts.
    var ofGroup: Scope { early(ownedRun, envField) }

    /// Of the key that tells a document that was there before: its digest is taken before the run starts.
    var ofDeduplication: Scope { early(ownedRun, envField, facts: initialFacts + [.size, .sha256]) }

    /// Of a batch's source, which is looked at before there is a document.
    var ofSource: Scope { early(ownedRun, envField, facts: []) }

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
                Field(.stages, .any, unavailable: "what stages gave \(reason)"),
                run, env, secrets, trigger,
            ], hasStatus: false)
    }

    /// Of a stage's options and condition; nil: after all stages.
    func ofStage(_ stage: PlannedStage?, flow: FactFlow) -> Scope {
        Scope(roots: [
            document(flow, for: stage), inputsField, stages(stage, flow), run(in: stage?.handler), envField,
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
                envField, secrets, trigger,
            ], hasStatus: false)
    }

    private var inputsField: Field {
        let (inputs, index, work) = (inputs, inputIndex, work)
        let field = { @Sendable (input: InputDefinition) in
            work.made(
                Field(input.name, input.type, input.description ?? "", nullRemedy: Self.nullRemedy(of: input)))
        }
        let type = RecordType(owner: .inputs) {
            index[$0].map { field(inputs[$0]) }
        } all: {
            inputs.map(field)
        }
        return Field(.inputs, .record(type))
    }

    private static func nullRemedy(of input: InputDefinition) -> String? {
        guard input.type.mayBeNull, let line = input.line else { return nil }
        let declared = "the input `\(input.name)` of line \(line)"
        return "\(declared) is optional; with `required: true` or a `default` it is never null"
    }

    private var secrets: Field { Field(.secrets, .map(.secrets)) }
    private var trigger: Field { Field(.trigger, .any) }

    private var envField: Field {
        let (env, index, work) = (env, envIndex, work)
        let field = { @Sendable (value: EnvironmentDefinition) in
            work.made(Field(value.name, value.value.isSecret ? ValueType.string.asSecret : .string))
        }
        let known = RecordType {
            index[$0].map { field(env[$0]) }
        } all: {
            env.map(field)
        }
        return Field(.env, .map(.env(known: known)))
    }

    private func document(_ flow: FactFlow, for stage: PlannedStage?) -> Field {
        var fields = flow.facts.map {
            Field($0.fact.name, $0.isCertain ? $0.fact.type : $0.fact.type.orNull, $0.fact.doc)
        }
        let known = Set(fields.map(\.name))
        for field in possibleFacts where !known.contains(field.name) {
            let giver = stage.flatMap { index.giver(of: field.name, beside: $0) }.map { plan[$0] }
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
        let owner = RecordOwner(
            name: "the document", memberLabel: "fact", kind: "unknown-fact", heading: "facts known here")
        return Field(.document, .record(RecordType(facts, owner: owner)))
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
    private var startedRun: Field { Field(.run, .record([Self.startedAt, Self.owner])) }
    private var ownedRun: Field { Field(.run, .record([Self.owner])) }

    private func run(in handler: String?) -> Field {
        let error = ValueType.record([
            Field("stage", .string, "The id of the stage that ended the run."),
            Field("kind", .string, "A stable word for it."), Field("message", .string, "What happened, for people."),
        ])
        let hasError = handler == "on-failure" || handler == "on-rejected"
        return Field(
            .run,
            .record([
                Field("id", .string, "The run's id."), Field("attempt", .integer, "The attempt of the stage, from 1."),
                Self.startedAt, Self.owner,
                Field("error", hasError ? error : error.orNull, "Why the run did not succeed."),
            ]))
    }

    private func stages(_ stage: PlannedStage?, _ flow: FactFlow, isUndo: Bool = false) -> Field {
        let field = { @Sendable (number: Int) in
            let isSelf = isUndo && number == stage?.index
            let hasRun = isSelf ? true : flow.hasRun(number)
            return work.made(self.field(of: plan[number], for: stage, hasRun, isElement: isSelf))
        }
        let type = RecordType(owner: .stages) {
            index.first[$0].map(field)
        } all: {
            plan.indices.filter { index.first[plan[$0].id] == $0 }.map(field)
        }
        return Field(.stages, .record(type))
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
    /// One of the names that expressions begin with.
    fileprivate init(_ name: ExpressionName, _ type: ValueType, unavailable: String? = nil) {
        self.init(name.rawValue, type, name.doc, unavailable: unavailable)
    }

    fileprivate init(_ fact: Fact) { self.init(fact.name, fact.type, fact.doc) }
}
