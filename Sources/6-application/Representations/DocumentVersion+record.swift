package import Documents
package import Platform

extension DocumentVersion: JSONRepresentable {
    /// As `docs/json.md` has it. Names are stable; a key whose value is unknown is null, never absent.
    package var record: Record {
        [
            "id": .string(id), "series": .string(series), "version": .integer(Int64(number)),
            "current": .boolean(isCurrent), "owner": .string(owner), "type": .string(type.rawValue),
            "title": .string(title), "description": Value(description), "school": Value(school),
            "name": .string(name), "mime-type": .string(mimeType), "size": .integer(size), "sha256": .string(sha256),
            "file-url": .string(fileURL), "object-key": .string(objectKey),
            "shared-with": .list(sharedWith.map { .string($0) }), "run": .string(run),
            "created-at": .string(createdAt.description), "updated-at": .string(updatedAt.description),
            "trashed-at": Value(trashedAt?.description),
        ]
    }
}

extension School: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record { ["id": .string(id), "name": .string(name)] }
}
