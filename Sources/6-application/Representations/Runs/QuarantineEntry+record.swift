package import Pipelines
package import Platform

extension QuarantineEntry: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(id), "run": .string(run), "pipeline": .string(pipeline), "stage": .string(stage),
            "status": .string(status.rawValue), "kind": .string(kind), "reason": .string(reason),
            "attempt": .integer(Int64(attempt)), "place": .string(place), "file": .string(file),
            "source": [
                "path": .string(source.path.description), "size": .integer(source.size),
                "modified-at": .string(Timestamp(microseconds: source.modified / 1_000).description),
            ],
            "kept": [
                "way": .string(kept.way.rawValue), "path": .string(kept.path.description), "note": Value(kept.note),
            ],
            "created-at": .string(createdAt.description), "state": .string(state.rawValue),
            "resolved-at": Value(resolvedAt?.description), "released-to": Value(releasedTo),
        ]
    }
}

extension QuarantineGroup: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "pipeline": .string(pipeline), "stage": .string(stage), "status": .string(status.rawValue),
            "kind": .string(kind), "reason": .string(reason), "count": .integer(Int64(count)),
        ]
    }
}
