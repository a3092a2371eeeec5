internal import Documents
internal import Pipelines
internal import Platform

/// The inputs of a run: what was given, and the defaults of the rest.
struct InputResolution {
    let facts: Record
    private(set) var values: Record = [:]
    private(set) var env: Record = [:]
    let owner: String
    private(set) var error: StageError?

    init(pipeline: Pipeline, request: RunRequest, engine: Engine, now: Timestamp) {
        facts = Self.facts(of: request)
        var owner = engine.owner
        if let user = request.inputs["user"]?.string { owner = user }
        self.owner = owner
        do throws(StageError) {
            for input in pipeline.inputs {
                values[input.name] = try value(of: input, request: request, engine: engine, now: now)
            }
            for definition in pipeline.env {
                env[definition.name] = try definition.value.value(
                    in: environment(request: request, engine: engine, now: now))
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
                env[definition.name] = try definition.value.value(
                    in: environment(request: request, engine: engine, now: run.startedAt))
            }
        } catch {
            self.error = error
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

    private func value(
        of input: InputDefinition, request: RunRequest, engine: Engine, now: Timestamp
    ) throws(StageError) -> Value {
        var value = Value.null
        if let given = request.inputs[input.name] {
            value = given
        } else if let standard = input.standard {
            value = try standard.value(in: environment(request: request, engine: engine, now: now))
        } else if input.isRequired {
            throw .failed(
                .other, "missing-input",
                "Input `\(input.name)` is required; give it with `-i \(input.name)=…`.")
        }
        try input.check(value)
        return value
    }

    private func environment(request: RunRequest, engine: Engine, now: Timestamp) -> Environment {
        let (facts, values, env, owner) = (facts, values, env, owner)
        return RunEnvironment.make(
            document: facts, inputs: values, stages: [:], env: env, trigger: request.trigger,
            run: ["id": "", "attempt": 1, "started-at": .string(now.description), "owner": .string(owner)],
            outcome: .succeeded, secrets: engine.secrets, variables: engine.variables)
    }
}
