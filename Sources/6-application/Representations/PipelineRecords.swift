internal import Diagnostics
internal import Documents
package import Pipelines
package import Platform

extension Pipeline: JSONRepresentable {
    /// As `docs/json.md` has it; without its text.
    package var record: Record {
        [
            "name": .string(name), "description": Value(description), "file": .string(file),
            "definition": .string(hash), "inputs": inputs.json,
            "watches": .list(triggers.watches.map { .string($0.path.description) }),
            "schedules": .list(
                triggers.schedules.map { ["cron": .string($0.cron), "timezone": Value($0.timezone)] }),
            "webhooks": .list(
                triggers.webhooks.map {
                    ["path": .string($0.path), "type": Value($0.type?.rawValue)]
                }),
            "has-source": .boolean(batchSource != nil),
            "stages": stages.json,
            "handlers": [
                "on-success": onSuccess.json, "on-failure": onFailure.json, "on-rejected": onRejected.json,
                "finally": finally.json,
            ],
        ]
    }
}

extension InputDefinition: JSONRepresentable {
    package var record: Record {
        [
            "name": .string(name), "type": .string(isDocumentType ? "document-type" : type.description),
            "required": .boolean(isRequired), "description": Value(description),
            "allowed": allowed.map { .list($0) } ?? .null,
        ]
    }
}

extension PipelineStage: JSONRepresentable {
    /// A node of the pipeline's graph; stages of one list follow each other.
    package var record: Record {
        var record: Record = [
            "id": .string(id), "name": Value(name), "uses": .string(spec.name), "effect": .string(spec.effect.rawValue),
            "line": .integer(Int64(span.line)), "conditional": .boolean(condition != nil),
            "max-attempts": .integer(Int64(retry.maxAttempts)), "continue-on-error": .boolean(continueOnError),
            "for-each": .boolean(loop != nil), "undo": Value(undo?.spec.name),
        ]
        if !children.isEmpty { record["stages"] = children.json }
        return record
    }
}
