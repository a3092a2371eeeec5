package import Pipelines
package import Platform

extension WebhookRequest: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "webhook": .string(hook), "message": .string(message), "run": .string(run), "pipeline": .string(pipeline),
            "owner": .string(owner), "inputs": .record(inputs), "url": Value(file?.url), "name": Value(file?.name),
            "created-at": .string(createdAt.description),
        ]
    }
}
