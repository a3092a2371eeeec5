internal import Pipelines
internal import Platform

/// What expressions see, put together from its parts.
enum RunEnvironment {
    static func make(
        document: Record, inputs: Record, stages: Record, env: Record, trigger: Record, run: Record,
        outcome: RunStatus, secrets: @escaping @Sendable (String) -> String?
    ) -> Environment {
        Environment(
            roots: [
                "document": .record(document), "inputs": .record(inputs), "stages": .record(stages),
                "run": .record(run), "env": .record(env), "trigger": .record(trigger),
            ], outcome: outcome, secret: secrets)
    }
}

extension RunState {
    /// What expressions see now.
    func environment(attempt: Int) -> Environment {
        var record: Record = [
            "id": .string(run.id), "attempt": .integer(Int64(attempt)),
            "started-at": .string(run.startedAt.description),
            "owner": .string(run.owner),
        ]
        record["error"] = failure?.value ?? .null
        return RunEnvironment.make(
            document: facts, inputs: inputs, stages: stages, env: env, trigger: trigger, run: record, outcome: outcome,
            secrets: secrets)
    }
}
