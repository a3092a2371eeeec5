/// The names that expressions of a pipeline begin with, in the order of the documentation.
package enum ExpressionName: String, Sendable, CaseIterable {
    case document, inputs, stages, run, env, secrets, trigger

    /// One sentence or more.
    package var doc: String {
        switch self {
        case .document: "What is known of the document, such as `document.mime-type`."
        case .inputs: "The pipeline's inputs."
        case .stages: "The stages before: `stages.ID.outputs.NAME`, `stages.ID.status`."
        case .run:
            "The run: `run.id`, `run.owner`, `run.started-at`, `run.attempt`; in handlers `run.error.message`, "
                + "`run.error.kind` and `run.error.stage`."
        case .env: "The pipeline's `env`, then the process environment."
        case .secrets: "The workspace's secrets, as `secrets.NAME`, only in options that take one."
        case .trigger: "What started the run."
        }
    }
}
