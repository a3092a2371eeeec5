internal import Documents
public import Pipelines
internal import Platform

/// What the expressions of a `source` see: the inputs and `env` as far as they are known without a document.
struct SourceEnvironment {
    let environment: Environment

    /// - Parameter owner: the workspace's.
    /// - Throws: `StageError` when an input that was given is not allowed, or one that has to be given is missing.
    init(pipeline: Pipeline, batch: BatchRecord, owner: String) throws {
        let owner = batch.inputs["user"]?.string ?? owner
        var inputs: Record = [:]
        var env: Record = [:]
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
                inputs[input.name] = (try? standard.value(in: environment())) ?? .null
            } else if input.isRequired, !pipeline.captures.contains(input.name) {
                throw StageError.failed(
                    .permanent, "missing-input",
                    "Input `\(input.name)` is required; give it with `-i \(input.name)=…`.")
            }
        }
        for definition in pipeline.env {
            env[definition.name] = (try? definition.value.value(in: environment())) ?? .null
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
