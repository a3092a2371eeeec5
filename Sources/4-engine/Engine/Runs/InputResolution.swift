internal import Documents
internal import Pipelines
internal import Platform

/// The inputs of a run: what was given, and the defaults of the rest.
struct InputResolution {
    let facts: Record
    private(set) var values: Record = [:]
    private(set) var env: Record = [:]
    let owner: String
    /// The names of the inputs that somebody chose: those that were given, and not as the defaults give them.
    private(set) var chosen: Set<String> = []
    private(set) var error: StageError?
    private var computed = ComputedValues()

    init(pipeline: Pipeline, request: RunRequest, engine: Engine, now: Timestamp) {
        facts = Self.facts(of: request)
        let owner = request.owner ?? request.inputs["user"]?.string ?? engine.owner
        self.owner = owner
        do throws(StageError) {
            try Self.checkNames(pipeline, request, owner: owner)
            for input in pipeline.inputs {
                let value = try value(of: input, request: request, engine: engine, now: now)
                if let given = request.inputs[input.name],
                    given != standard(of: input, request: request, engine: engine, now: now)
                {
                    chosen.insert(input.name)
                }
                values[input.name] = value
            }
            for definition in pipeline.env {
                try add(definition, environment(request: request, engine: engine, now: now))
            }
        } catch {
            self.error = error
        }
    }

    /// Of a run that goes on: as it was recorded, but for `env`, which may hold secrets and is computed again.
    init(pipeline: Pipeline, resuming run: RunRecord, engine: Engine) {
        let request = RunRequest(
            file: run.source?.path, inputs: run.inputs, trigger: run.trigger, shownFile: run.file)
        facts = Self.facts(of: request)
        owner = run.owner
        values = run.inputs
        do throws(StageError) {
            for definition in pipeline.env {
                try add(definition, environment(request: request, engine: engine, now: run.startedAt))
            }
        } catch {
            self.error = error
        }
    }

    /// Whoever drops a file chooses what its path gives, which becomes owners, titles and parts of messages.
    private static func checkNames(_ pipeline: Pipeline, _ request: RunRequest, owner: String) throws(StageError) {
        if let fault = OwnerName.fault(in: owner) {
            throw .failed(
                .permanent, "invalid-owner",
                "The owner `\(Printable.short(owner))` \(fault). Give another one as `user`.")
        }
        for name in pipeline.inputsFromPaths {
            guard let text = request.inputs[name]?.string, let character = UnsafeCharacters.first(in: text) else {
                continue
            }
            throw .failed(
                .permanent, "invalid-input",
                "Input `\(name)` is `\(Printable.short(text))` and has the character \(character), which no name may have. "
                    + "Rename the folder or file that it comes from.")
        }
    }

    /// What is known before the first stage: of the file by its name, and of a document of the catalog what its trigger
    /// tells, which is on record with the run.
    private static func facts(of request: RunRequest) -> Record {
        var facts = request.file.map(Self.facts) ?? [:]
        for entry in request.trigger["document"]?.record ?? [:] { facts[entry.key] = entry.value }
        return facts
    }

    /// What is known without opening the file.
    private static func facts(of file: Path) -> Record {
        [
            Fact.name.name: .string(file.name.text), Fact.stem.name: .string(file.stem.text),
            Fact.extension.name: .string(file.fileExtension), Fact.path.name: .string(file.text),
        ]
    }

    private mutating func add(_ definition: EnvironmentDefinition, _ environment: Environment) throws(StageError) {
        let value = try definition.value.value(in: environment)
        try computed.add(value, of: "`env.\(definition.name)`")
        env[definition.name] = value
    }

    private mutating func value(
        of input: InputDefinition, request: RunRequest, engine: Engine, now: Timestamp
    ) throws(StageError) -> Value {
        var value = Value.null
        if let given = request.inputs[input.name] {
            value = given
        } else if let standard = input.standard {
            value = try standard.value(in: environment(request: request, engine: engine, now: now))
            try computed.add(value, of: "Input `\(input.name)`")
        } else if input.isRequired {
            throw .failed(
                .other, "missing-input",
                "Input `\(input.name)` is required, and nothing gives it.")
        }
        try input.check(value)
        return value
    }

    /// nil: there is no default, or it cannot be computed now.
    private func standard(
        of input: InputDefinition, request: RunRequest, engine: Engine, now: Timestamp
    ) -> Value? {
        try? input.standard?.value(in: environment(request: request, engine: engine, now: now))
    }

    private func environment(request: RunRequest, engine: Engine, now: Timestamp) -> Environment {
        let (facts, values, env, owner) = (facts, values, env, owner)
        return RunEnvironment.make(
            document: facts, inputs: values, stages: [:], env: env, trigger: request.trigger,
            run: ["id": "", "attempt": 1, "started-at": .string(now.description), "owner": .string(owner)],
            outcome: .succeeded, secrets: engine.secrets, variables: engine.variables)
    }
}

/// What expressions see, put together from its parts.
enum RunEnvironment {
    static func make(
        document: Record, inputs: Record, stages: Record, env: Record, trigger: Record, run: Record,
        outcome: RunStatus, secrets: @escaping @Sendable (String) -> String?,
        variables: @escaping Environment.Lookup,
        element: (name: String, value: Value)? = nil
    ) -> Environment {
        var roots: Record = [
            "document": .record(document), "inputs": .record(inputs), "stages": .record(stages),
            "run": .record(run), "env": .record(env), "trigger": .record(trigger),
        ]
        if let element { roots[element.name] = element.value }
        return Environment(roots: roots, outcome: outcome, variable: variables, secret: secrets)
    }
}

extension RunState {
    /// What expressions see now.
    ///
    /// - Parameter document: nil: the facts so far.
    func environment(attempt: Int, document: Record? = nil) -> Environment {
        let record: Record = [
            "id": .string(run.id), "attempt": .integer(Int64(attempt)), "started-at": startedAt,
            "owner": .string(run.owner), "error": failure?.value ?? .null,
        ]
        return RunEnvironment.make(
            document: document ?? facts, inputs: inputs, stages: stages, env: env, trigger: trigger, run: record,
            outcome: outcome,
            secrets: secrets, variables: variables, element: element)
    }
}
