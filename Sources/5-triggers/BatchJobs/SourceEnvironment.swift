internal import Documents
public import Pipelines
internal import Platform

/// What the expressions of a `source` see: the inputs and `env` as far as they are known without a document.
struct SourceEnvironment {
    let environment: Environment

    /// - Parameter owner: the workspace's.
    /// - Throws: `StageError` when an input that was given is not allowed, one that has to be given is missing, or what is
    ///   computed is too large in all.
    init(pipeline: Pipeline, batch: BatchRecord, owner: String) throws {
        let owner = batch.inputs["user"]?.string ?? owner
        var inputs: Record = [:]
        var env: Record = [:]
        var computed = ComputedValues()
        func environment() -> Environment {
            Environment(
                roots: [
                    "document": [:], "inputs": .record(inputs), "stages": [:], "env": .record(env),
                    "trigger": .record(batch.trigger),
                    "run": ["owner": .string(owner), "started-at": .string(batch.startedAt.description)],
                ])
        }
        for input in pipeline.inputs {
            if let given = batch.inputs[input.name] {
                try input.check(given)
                inputs[input.name] = given
            } else if let standard = input.standard {
                // What depends on the document is null here; whoever uses it is told so.
                let value = (try? standard.value(in: environment())) ?? .null
                try computed.add(value, of: "Input `\(input.name)`")
                inputs[input.name] = value
            } else if input.isRequired, !pipeline.captures.contains(input.name) {
                throw StageError.failed(
                    .permanent, "missing-input",
                    "Input `\(input.name)` is required, and nothing gives it.")
            }
        }
        for definition in pipeline.env {
            let value = (try? definition.value.value(in: environment())) ?? .null
            try computed.add(value, of: "`env.\(definition.name)`")
            env[definition.name] = value
        }
        self.environment = environment()
    }
}

extension Pipeline {
    /// The inputs that the paths of its source give.
    public var captures: [String] {
        if case .files(let source) = batchSource { source.glob.captures } else { [] }
    }
}
