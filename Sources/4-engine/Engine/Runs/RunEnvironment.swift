internal import Pipelines
internal import Platform

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
        var record: Record = [
            "id": .string(run.id), "attempt": .integer(Int64(attempt)),
            "started-at": .string(run.startedAt.description),
            "owner": .string(run.owner),
        ]
        record["error"] = failure?.value ?? .null
        return RunEnvironment.make(
            document: document ?? facts, inputs: inputs, stages: stages, env: env, trigger: trigger, run: record,
            outcome: outcome,
            secrets: secrets, variables: variables, element: element)
    }
}
