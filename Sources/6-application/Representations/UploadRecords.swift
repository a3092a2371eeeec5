package import Documents
internal import Pipelines
package import Platform

extension UploadProgress: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(upload.id), "state": .string(upload.state.rawValue), "owner": .string(upload.owner),
            "name": .string(upload.name), "type": .string(upload.type.rawValue), "title": Value(upload.title),
            "document": Value(upload.document?[Fact.id.name]?.string),
            "inputs": .record(upload.inputs), "pipeline": .string(upload.pipeline),
            "length": .integer(upload.length), "offset": .integer(offset), "run": Value(upload.run),
            "created-at": .string(upload.createdAt.description), "expires-at": .string(upload.expiresAt.description),
            "ended-at": Value(upload.endedAt?.description),
        ]
    }
}
